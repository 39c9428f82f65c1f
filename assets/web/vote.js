// The page of a phone shows the question of the class and votes.
'use strict';

const pause = 2000, patience = 10000; // milliseconds
const byId = id => document.getElementById(id);
const form = byId('form');

let token = '';
try { token = localStorage.getItem('token'); } catch { /* this page alone knows it */ }
if (!token) {
  token = [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('');
  try { localStorage.setItem('token', token); } catch { /* as above */ }
}

let shown = { vote: 0 }; // the last answer
let asked = 0;           // number of requests
let timer;

// ask asks the server, with a guess where there is one, and again after a pause.
async function ask(guess) {
  clearTimeout(timer);
  const turn = ++asked;
  let wait = pause * (1 + Math.random() / 4); // so that a class does not ask at once
  try {
    const body = JSON.stringify({ token, vote: shown.vote, guess });
    const answer = await fetch(location.pathname, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: AbortSignal.timeout(patience) });
    const now = await answer.json();
    if (turn !== asked) return; // a later one is on its way
    show(now);
    if (guess !== undefined) wait /= 3; // by when it is counted
  } catch {
    if (turn !== asked) return;
    byId('says').textContent = guess === undefined ? 'No connection. Trying again …' : 'No connection: not voted. Please vote again.';
  }
  if (wait && !document.hidden) timer = setTimeout(ask, wait);
}

// show shows an answer of the server, and keeps a slider that is being turned.
function show(now) {
  const before = shown;
  shown = now;
  byId('text').textContent = now.text || 'Vote';
  byId('says').textContent = now.says;
  if (now.vote !== before.vote || now.open !== before.open || !form.hasChildNodes()) form.replaceChildren(...fields(now));
  for (const b of form.querySelectorAll('[aria-pressed]')) b.setAttribute('aria-pressed', b.value === String(now.own));
  const most = Math.max(1, ...(now.result || []).map(r => r.count));
  byId('result').replaceChildren(...(now.result || []).map(r => {
    const row = make('li', { textContent: r.name + ': ' + r.count + (r.note ? ' (' + r.note + ')' : '') });
    row.append(make('meter', { max: most, value: r.count, ariaHidden: 'true' }));
    return row;
  }));
}

// fields returns the inputs of the open vote.
function fields(now) {
  if (!now.open) return [];
  if (now.answers) {
    return now.answers.map((text, i) => {
      const button = make('button', { type: 'button', value: i, textContent: text, onclick: () => ask(i) });
      button.setAttribute('aria-pressed', 'false');
      return button;
    });
  }
  const all = now.lambdas, output = make('output');
  const start = all.indexOf(now.own);
  const slider = make('input', { type: 'range', min: 0, max: all.length - 1, value: start < 0 ? all.length >> 1 : start, ariaLabel: 'λ' });
  slider.oninput = () => slider.ariaValueText = output.textContent = 'λ = ' + all[slider.value];
  slider.oninput();
  form.onsubmit = () => ask(all[slider.value]);
  return [output, slider, make('button', { type: 'submit', textContent: 'Vote' })];
}

function make(name, properties) { return Object.assign(document.createElement(name), properties); }

form.addEventListener('submit', event => event.preventDefault());
document.addEventListener('visibilitychange', () => document.hidden ? clearTimeout(timer) : ask());
ask();
