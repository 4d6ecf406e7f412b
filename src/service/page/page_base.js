// Elements, numbers, names, and the server. All text of the program goes into the page as text, never as markup.

// ---- elements ----
const byId = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';

function make(tag, className, text, attributes) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined && text !== null) e.textContent = text;
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  return e;
}
function makeSvg(tag, attributes) {
  const e = document.createElementNS(SVG, tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  return e;
}
function button(text, title, act, className) {
  const e = make('button', className, text, { type: 'button' });
  if (title) e.title = title;
  e.addEventListener('click', act);
  return e;
}
// What the mouse holds down: it is not redrawn before the click has reached it.
let pressed = null;
addEventListener('pointerdown', e => { pressed = e.target; }, true);
for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, () => { pressed = null; }, true);
const held = e => pressed !== null && e.contains(pressed);

// Changes only what differs, so that a page at rest costs the browser nothing.
function setText(e, text) {
  if (e.shown !== text) { e.shown = text; e.textContent = text; }
}
// A choice of a few words, one of which holds. get() gives its value.
function choice(label, options, value, act) {
  const box = make('span', 'choice', null, { role: 'radiogroup', 'aria-label': label });
  const select = (v, tell) => {
    box.value = v;
    for (const b of box.children) {
      b.setAttribute('aria-checked', String(b.dataset.value === v));
      b.tabIndex = b.dataset.value === v ? 0 : -1;
    }
    if (tell) act(v);
  };
  for (const [v, text] of options) {
    const b = button(text, null, () => select(v, true));
    b.setAttribute('role', 'radio');
    b.dataset.value = v;
    box.append(b);
  }
  box.addEventListener('keydown', e => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    e.stopPropagation();
    const all = [...box.children], next = all[(all.findIndex(b => b.dataset.value === box.value) + step + all.length) % all.length];
    select(next.dataset.value, true);
    next.focus();
  });
  select(value, false);
  return box;
}

// ---- numbers ----
const count = n => n === null || n === undefined ? '' : Math.round(n).toLocaleString('en-US');
function short(n) {
  const size = Math.abs(n);
  if (size < 10 && n % 1) return n.toFixed(1);
  if (size < 100000) return count(n);
  if (size < 1e6) return (n / 1e3).toFixed(0) + ' k';
  if (size < 1e9) return (n / 1e6).toFixed(size < 1e7 ? 2 : 1) + ' M';
  return (n / 1e9).toFixed(2) + ' G';
}
function bytes(n) {
  if (n === null || n === undefined) return '';
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let i = 0;
  while (Math.abs(n) >= 1000 && i < units.length - 1) { n /= 1024; i++; }
  return n.toFixed(i && Math.abs(n) < 100 ? 1 : 0) + ' ' + units[i];
}
function time(ns) {
  if (ns === null || ns === undefined) return '';
  const size = Math.abs(ns);
  if (size < 1000) return Math.round(ns) + ' ns';
  if (size < 1e6) return (ns / 1e3).toFixed(size < 1e4 ? 1 : 0) + ' µs';
  if (size < 1e9) return (ns / 1e6).toFixed(size < 1e7 ? 2 : size < 1e8 ? 1 : 0) + ' ms';
  if (size < 60e9) return (ns / 1e9).toFixed(2) + ' s';
  return long(ns);
}
function long(ns) {
  const s = Math.floor(ns / 1e9), two = n => String(n).padStart(2, '0');
  const clock = two(Math.floor(s / 60) % 60) + ':' + two(s % 60), hours = Math.floor(s / 3600);
  if (hours >= 24) return Math.floor(hours / 24) + ' d ' + two(hours % 24) + ':' + clock;
  return hours ? hours + ':' + clock : clock;
}
const percent = share => (100 * share).toFixed(Math.abs(share) < 0.0995 ? 1 : 0) + '%';
const precise = share => (100 * share).toFixed(2) + '%';
const signed = (n, write) => n > 0 ? '+' + write(n) : n < 0 ? '\u2212' + write(-n) : '0';

// ---- names ----
const TYPES = { B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean', V: 'void' };
// The types of a descriptor, as source code names them: those of the arguments, then that of the result.
function typesOf(descriptor) {
  return [...descriptor.matchAll(/(\[*)(L[^;]*;|[BCDFIJSZV])/g)].map(([, rank, type]) =>
    (type[0] === 'L' ? type.slice(1, -1).replaceAll('/', '.') : TYPES[type]) + '[]'.repeat(rank.length));
}
const lastPart = name => name.slice(name.lastIndexOf('.') + 1);
const argumentsOf = descriptor => '(' + typesOf(descriptor).slice(0, -1).map(lastPart).join(', ') + ')';
const methodOf = m => m.class + '.' + m.method + argumentsOf(m.desc || '()V');
// "java.util.HashMap.resize" in two: the class and the method.
function splitMethod(name) {
  const at = name.lastIndexOf('.');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
}
// A name whose package is written softly, and cut in front, where it is too long.
function nameInto(e, name) {
  if (e.shown === name) return;
  e.shown = name;
  const bracket = name.indexOf('('), end = bracket < 0 ? name.length : bracket;
  let at = name.lastIndexOf('.', end);
  if (bracket >= 0 || e.dataset.method) at = name.lastIndexOf('.', at - 1);
  e.replaceChildren(make('span', 'package', name.slice(0, at + 1)), make('span', 'simple', name.slice(at + 1)));
  e.title = name;
}

// A name that is no class's or method's.
function plainInto(e, row) {
  if (e.shown === row.name) return;
  e.shown = row.name;
  e.replaceChildren(make('span', '', row.name));
  e.title = row.name;
}

// ---- what is kept in the browser: the theme for all pages, the probes for this tab ----
function recall(store, key) {
  try { return window[store].getItem(key); } catch { return null; }
}
function keep(store, key, value) {
  try { window[store].setItem(key, value); } catch { /* the browser keeps nothing: the page works without */ }
}

// ---- the server ----
const token = new URLSearchParams(location.search).get('token') || '';
const PATIENCE_MS = 10000;

class Refused extends Error {
  constructor(status, answer) {
    super(answer.error || 'the server answered ' + status);
    this.status = status;
    this.answer = answer;
  }
}
class Stale extends Error {}

// The state of the connection. Each request to the server tells it how that went.
const link = {
  state: 'wait', paused: false, since: 0, last: 0, reason: '', listeners: [],
  set(state, reason) {
    if (this.state === state && this.reason === (reason || '')) return;
    this.state = state;
    this.reason = reason || '';
    this.since = Date.now();
    for (const f of this.listeners) f();
  },
  get live() { return this.state === 'live'; },
};

async function ask(path, body) {
  const abort = new AbortController(), timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  const how = { headers: { Authorization: 'Bearer ' + token }, signal: abort.signal, cache: 'no-store' };
  if (body !== undefined) { how.method = 'POST'; how.body = body; }
  let answer, status;
  try {
    const response = await fetch('api/' + path, how);
    status = response.status;
    answer = await response.text();
  } catch (e) {
    if (abort.signal.aborted) link.set('silent');
    else link.set('gone');
    throw e;
  } finally {
    clearTimeout(timer);
  }
  link.last = Date.now();
  let data;
  try { data = JSON.parse(answer); } catch { data = { error: 'the answer of ' + path.split('?')[0] + ' is no JSON' }; status = status === 200 ? 0 : status; }
  if (status === 401 || status === 403) link.set('denied', data.error);
  else if (link.state !== 'other') link.set('live');
  if (status !== 200) throw new Refused(status, data);
  return data;
}
const query = parameters => Object.entries(parameters).filter(([, v]) => v !== '' && v !== undefined && v !== null)
  .map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&');

// An address for a download, which the browser fetches by itself.
function download(parameters) {
  const a = make('a', null, null, { href: 'api/save?' + query({ ...parameters, token }), download: '' });
  document.body.append(a);
  a.click();
  a.remove();
}

let toastTimer;
function toast(text) {
  const e = byId('toast');
  e.textContent = text;
  e.classList.add('seen');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => e.classList.remove('seen'), 4000);
}
