'use strict';
// The page shows lines of text from the server, and sends the bytes of a terminal.
const $ = id => document.getElementById(id);
const grid = $('grid'), keys = $('keys'), screen = $('screen'), words = $('words'), ask = $('ask'), root = document.documentElement.style;
const sheet = document.styleSheets[0], styles = []; // CSS, one rule of the sheet each
const first = sheet.cssRules.length;
const leastColumns = 60, leastRows = 20, largest = 15, smallest = 10, mostPasted = 8000; // sizes of letters in pixels
let lines = [], columns = 0, rows = 0, wide = 8, high = 16; // cells, and the size of one
let socket, open = false, same = false, read = '', ended = false, tries = 0, mouse = false, password = '', secret = '', asked = '';

// What a tab keeps: its token, the secret. All tabs have the browser's token.
const kept = name => sessionStorage.getItem(name);
function keep(name, value) { if (value) sessionStorage.setItem(name, value); else sessionStorage.removeItem(name); }
if (!kept('token')) keep('token', [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join(''));
if (!localStorage.getItem('token')) localStorage.setItem('token', kept('token'));
if (location.hash) {
  secret = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
}
addEventListener('hashchange', () => location.reload());
const base = new URL('../', document.currentScript.src); // of the server, below any prefix of a proxy
const here = () => location.pathname.slice(base.pathname.length - 1) + location.search;

// ---- the size of the window in cells
const probe = document.createElement('span');
probe.textContent = '0'.repeat(100);
probe.style.cssText = 'position:absolute;visibility:hidden';
const tallness = 1.164; // of a line, in sizes of letters
function measure() {
  const style = getComputedStyle(screen), room = screen.clientWidth - parseFloat(style.paddingLeft) * 2;
  const tall = Math.min(screen.clientHeight, (window.visualViewport?.height ?? Infinity)) - parseFloat(style.paddingTop) * 2;
  const advance = size => {
    probe.style.fontSize = size + 'px';
    return probe.getBoundingClientRect().width / 100;
  };
  screen.append(probe);
  const perPixel = advance(100) / 100;
  // Browsers round the widths of boxes to 1/64 or 1/60 of a pixel, which adds up along a line.
  const fits = Math.min(largest, room / leastColumns / perPixel, tall / leastRows / tallness);
  wide = Math.floor(Math.max(smallest, fits) * perPixel * 4) / 4;
  const size = wide / perPixel;
  root.setProperty('--gap', wide - advance(size) + 'px');
  probe.remove();
  high = Math.floor(size * tallness); // lines from row to row meet
  root.setProperty('--size', size + 'px');
  root.setProperty('--wide', wide + 'px');
  root.setProperty('--high', high + 'px');
  const have = Math.max(1, Math.floor(room / wide + .001));
  $('narrow').hidden = have >= leastColumns;
  $('room').textContent = `The app needs ${leastColumns} columns, and this window has ${have}. Turn the phone, or make the window wider.`;
  return [have, Math.max(1, Math.floor(tall / high))];
}
let asking;
function resized() {
  clearTimeout(asking);
  asking = setTimeout(() => {
    const size = measure();
    if (open) send({ size });
  }, 60);
}

// ---- the connection
const send = message => { if (socket?.readyState === 1) socket.send(JSON.stringify(message)); };
const dark = matchMedia('(prefers-color-scheme: dark)');
function connect() {
  ended = open = false;
  const at = here();
  const again = secret || (kept('at') === at ? kept('again') : '') || '';
  socket = new WebSocket(new URL('ws', base).href.replace(/^http/, 'ws'));
  const [w, h] = measure();
  socket.onopen = () => send({ token: kept('token'), browser: localStorage.getItem('token'), password, at, again, base: base.href, columns: w, rows: h, dark: dark.matches, same });
  socket.onmessage = e => receive(JSON.parse(e.data));
  socket.onclose = () => {
    if (ended) return;
    open = false;
    if (!tries) refused();
    if (tries >= 40) return tell('The connection is lost.', '');
    $('says').textContent = 'The connection is lost. Trying again.';
    grid.style.opacity = .5;
    setTimeout(connect, Math.min(5000, 250 * 2 ** tries++));
  };
}
// refused asks why there is no socket, because browsers do not tell.
async function refused() {
  const answer = await fetch(new URL('ws', base), { method: 'POST' }).catch(() => null);
  if (answer?.status >= 400) tell(await answer.text(), '');
}
function receive(m) {
  if (m.size) { begin(m.size); hear(); }
  if (m.mouse !== undefined) { mouse = m.mouse; grid.classList.toggle('text', !mouse); }
  for (const css of m.styles ?? []) define(css);
  if (m.spans) draw(m.spans);
  if (m.says !== undefined) speak(m.says);
  if (m.words !== undefined) inWords(m.words);
  if (m.keys) $('hints').replaceChildren(...m.keys.map(([press, label]) => {
    const button = document.createElement('button');
    button.dataset.press = press;
    button.textContent = label;
    return button;
  }));
  if (m.at) {
    $('vote').hidden = !m.at.vote;
    $('vote').href = new URL(m.at.vote ?? '', base);
    history.replaceState(null, '', base.pathname + m.at.link.slice(1));
    keep('at', here());
    keep('again', m.at.again);
  }
  if (m.copied !== undefined) copy(m.copied);
  if (m.said) $('told').textContent += m.said;
  if (m.ask) tell($('told').textContent, m.ask);
  if (m.ended) {
    ended = true;
    if (!m.ask) tell($('told').textContent || 'The session has ended.', '');
  }
}
function hear() {
  open = same = true;
  tries = 0;
  secret = '';
  ask.hidden = true;
  $('told').textContent = '';
  grid.style.opacity = 1;
}
// tell shows the last words of the session, and asks for a password, a secret or a new start.
function tell(text, what) {
  asked = what;
  ended = true;
  same = false;
  $('told').textContent = text;
  $('what').textContent = { password: 'The password of this server:', secret: 'The secret of the class:' }[what] ?? '';
  $('what').hidden = $('answer').hidden = !what;
  $('go').textContent = what ? 'Go on' : 'Begin again';
  ask.hidden = words.hidden = false;
  words.hidden = true;
  (what ? $('answer') : $('go')).focus();
}
ask.onsubmit = e => {
  e.preventDefault();
  if (asked === 'password') password = $('answer').value;
  if (asked === 'secret') secret = $('answer').value.trim();
  $('answer').value = $('told').textContent = '';
  ask.hidden = true;
  connect();
  focus();
};

// ---- the lines
function begin([w, h]) {
  [columns, rows] = [w, h];
  while (sheet.cssRules.length > first) sheet.deleteRule(first);
  styles.length = 0;
  lines = Array.from({ length: h }, () => Array.from({ length: w }, () => [' ', 0]));
  grid.replaceChildren(...lines.map(() => document.createElement('div')));
}
function define(css) {
  styles.push(css);
  sheet.insertRule(`#grid .s${styles.length}{${css}}`, sheet.cssRules.length);
}
function draw(spans) {
  const changed = new Set();
  for (const [y, x, style, text] of spans) {
    let at = x;
    for (const cell of text.match(/\P{M}\p{M}*/gu) ?? []) lines[y][at++] = [cell, style];
    changed.add(y);
  }
  for (const y of changed) grid.children[y].replaceChildren(...runs(lines[y]));
}
const isBlock = c => c >= '\u2580' && c <= '\u259f';
function runs(cells) {
  const out = [];
  let end = cells.length;
  while (end > 0 && cells[end - 1][0] === ' ' && !cells[end - 1][1]) end--;
  for (let x = 0; x < end;) {
    const [, style] = cells[x], run = document.createElement('span');
    let text = '', n = 0;
    const add = () => { if (text) run.append(text); text = ''; };
    for (; x < end && cells[x][1] === style; x++, n++) {
      const c = cells[x][0];
      if (isBlock(c)) {
        add();
        const block = document.createElement('i');
        block.className = 'b' + c.charCodeAt(0).toString(16);
        block.textContent = c;
        run.append(block);
      } else if (c !== '\0') text += c;
    }
    add();
    if (style) run.className = 's' + style;
    run.style.setProperty('--n', n);
    out.push(run);
  }
  return out;
}
function inWords(html) {
  if (html === read) return;
  words.innerHTML = read = html;
  words.hidden = !html;
  if (html) { words.scrollTop = 0; words.focus(); } else focus();
}
// speak has news read aloud once they rest, because a screen reader would stumble over each step.
let speaking;
function speak(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => { if ($('says').textContent !== text) $('says').textContent = text; }, 700);
}
function copy(text) {
  const old = () => { // without TLS, or without a recent key press
    keys.value = text;
    keys.select();
    document.execCommand('copy');
    keys.value = '';
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(old);
  else old();
}

// ---- keys
const sequences = { // Esc in kitty's form, so that it is no Alt with the next key
  ArrowUp: '[A', ArrowDown: '[B', ArrowRight: '[C', ArrowLeft: '[D', Home: '[H', End: '[F', PageUp: '[5~', PageDown: '[6~',
  Insert: '[2~', Delete: '[3~', Escape: '[27u', Enter: '\r', Backspace: '\x7f', Tab: '\t',
};
const type = text => { if (text && open) send({ in: text }); };
function sequence(key, shift) {
  const s = sequences[key];
  if (s === undefined || s.length === 1) return s;
  return '\x1b' + (shift && /^\[[A-F]/.test(s) ? '[1;2' + s[1] : s);
}
const focus = () => { if (!matchMedia('(hover: none)').matches || document.activeElement === keys) keys.focus({ preventScroll: true }); };
// place returns the character of a Latin keyboard at the position of a key, for keys whose letter means nothing.
const place = code => ({ Comma: ',', Period: '.', Semicolon: ';', Slash: '/' })[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1].toLowerCase();
let sent = '', placed = false; // the part of a composed text that the server has; its keys were sent by place
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || !ask.hidden) return;
  if (e.target.tagName === 'BUTTON' && ['Enter', ' ', 'Tab'].includes(e.key)) return;
  if (e.target === words && /^(Arrow|Page|Home|End|Tab| )/.test(e.key)) return; // which the browser scrolls
  const composes = e.isComposing || e.keyCode === 229, at = place(e.code), letter = composes ? '' : e.key.codePointAt(0);
  placed = composes && (placed || !!at);
  if (at && (composes || e.key.length === 1 && e.key > '~')) {
    if (!composes) e.preventDefault();
    return type(`\x1b[${letter || 0}::${at.codePointAt(0)};${e.shiftKey ? 2 : 1};${letter}u`);
  }
  if (composes || e.key === 'Tab' && (e.shiftKey || e.target !== keys)) return;
  const s = sequence(e.key, e.shiftKey);
  if (s !== undefined) {
    e.preventDefault();
    type(s);
  } else if (e.key.length === 1 && e.target !== keys) keys.focus({ preventScroll: true }); // takes the character
});
// typed sends each character of a composed text at once. If the places of its keys were sent already, the text is a
// paste, because only lines of text take pastes.
function typed(e) {
  const text = keys.value.replace(/[\x00-\x1f\x7f]/g, '');
  if (placed) e.isComposing || paste(text);
  else {
    let same = 0;
    while (same < sent.length && sent[same] === text[same]) same++;
    type('\x7f'.repeat([...sent.slice(same)].length) + text.slice(same));
    sent = text;
  }
  if (!e.isComposing) {
    keys.value = sent = '';
    placed = false;
  }
}
for (const name of ['input', 'compositionend']) keys.addEventListener(name, typed);
const paste = text => text && type('\x1b[200~' + text + '\x1b[201~');
document.addEventListener('paste', e => {
  if (!ask.hidden) return;
  e.preventDefault();
  paste(e.clipboardData.getData('text').replaceAll('\x1b', '').slice(0, mostPasted));
});
const named = { esc: 'Escape', enter: 'Enter', tab: 'Tab', up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight', pgup: 'PageUp', pgdown: 'PageDown' };
$('bar').addEventListener('click', e => {
  const key = e.target.dataset.press;
  if (key) type(sequence(named[key], false) ?? (key === 'space' ? ' ' : key));
  else if (e.target.id === 'type') keys.focus();
});

// ---- mouse and touch, as the reports of a terminal
let pressed = null, turned = 0, at = 0;
function report(button, e, end = 'M') {
  const box = grid.getBoundingClientRect();
  const x = Math.floor((e.clientX - box.left) / wide) + 1, y = Math.floor((e.clientY - box.top) / high) + 1;
  if (button === 32 && at === x + y * columns) return; // still the same cell
  at = x + y * columns;
  if (x >= 1 && y >= 1 && x <= columns && y <= rows) type(`\x1b[<${button};${x};${y}${end}`);
}
grid.addEventListener('pointerdown', e => {
  if (e.pointerType === 'mouse') focus();
  if (!mouse || e.shiftKey || e.button !== 0) { grid.classList.toggle('text', !mouse || e.shiftKey); return; }
  e.preventDefault();
  grid.classList.remove('text');
  getSelection().removeAllRanges();
  grid.setPointerCapture(e.pointerId);
  pressed = { id: e.pointerId, touch: e.pointerType !== 'mouse', x: e.clientX, y: e.clientY, from: e, kind: '' };
  if (!pressed.touch) { pressed.kind = 'drag'; report(0, e); }
});
grid.addEventListener('pointermove', e => {
  if (pressed?.id !== e.pointerId) return;
  const dx = e.clientX - pressed.x, dy = e.clientY - pressed.y;
  if (!pressed.kind && Math.hypot(dx, dy) > 8) { // a finger that goes up or down scrolls
    pressed.kind = Math.abs(dx) > Math.abs(dy) ? 'drag' : 'wheel';
    if (pressed.kind === 'drag') report(0, pressed.from);
  }
  if (pressed.kind === 'drag') report(32, e);
  else if (pressed.kind === 'wheel') {
    for (; Math.abs(e.clientY - pressed.y) >= high; pressed.y += Math.sign(e.clientY - pressed.y) * high) report(e.clientY > pressed.y ? 64 : 65, pressed.from);
  }
});
for (const name of ['pointerup', 'pointercancel']) grid.addEventListener(name, e => {
  if (pressed?.id !== e.pointerId) return;
  if (!pressed.kind && name === 'pointerup') { report(0, e); pressed.kind = 'drag'; }
  if (pressed.kind === 'drag') report(0, e, 'm');
  pressed = null;
});
screen.addEventListener('wheel', e => {
  if (!mouse || e.ctrlKey) return;
  e.preventDefault();
  for (turned += e.deltaMode ? e.deltaY * high : e.deltaY; Math.abs(turned) >= 2 * high; turned -= Math.sign(turned) * 2 * high) report(turned > 0 ? 65 : 64, e);
}, { passive: false });

// ---- the start
addEventListener('pagehide', () => { ended = true; socket?.close(); });
addEventListener('pageshow', e => { if (e.persisted) { same = false; connect(); } });
dark.addEventListener('change', () => send({ dark: dark.matches }));
new ResizeObserver(resized).observe(screen);
window.visualViewport?.addEventListener('resize', resized);
Promise.allSettled([400, 700].map(weight => document.fonts.load(weight + ' 16px lambdascope'))).then(() => { connect(); focus(); });
