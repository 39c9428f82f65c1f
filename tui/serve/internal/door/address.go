package door

import (
	"net"
	"net/netip"
)

// Address returns what counts as one address: of IPv6, the network of 64 bits that
// one household has.
func Address(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	prefix, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

// Written is an address in the form of the log, empty for none.
func Written(address netip.Prefix) string {
	switch {
	case !address.IsValid():
		return ""
	case address.IsSingleIP():
		return address.Addr().String()
	}
	return address.String()
}
