// The frame around the views: addresses, keys, the beat, and the state of the connection.

// ---- which view ----
let view = null;

function go(id, argument) {
  location.hash = '#' + id + (argument !== undefined && argument !== '' ? '/' + argument : '');
  return true;
}
function route() {
  const [id, argument] = location.hash.slice(1).split('/');
  const next = views.find(v => v.id === id) || overview;
  if (next !== view) {
    if (view) { view.root.hidden = true; view.left(); view.generation++; }
    view = next;
    view.root.hidden = false;
    for (const b of byId('views').children) {
      const at = b.dataset.view === view.id;
      b.setAttribute('aria-current', at ? 'page' : 'false');
      if (at) b.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    titled();
  }
  view.argument = argument || '';
  if (view.table) view.table.resized();
  view.entered();
  probes.changed();
  if (view === overview) overview.show();
  view.refresh();
}
function titled() {
  const n = past.last && past.last.now;
  document.title = view.title + ' \u2013 ' + (n ? n.command.split(' ')[0] + ' (' + n.pid + ')' : 'Argus');
}
function badge(v, n) {
  const b = [...byId('views').children].find(e => e.dataset.view === v.id);
  setText(b.querySelector('.badge'), n ? String(n) : '');
}

for (const v of views.sort((a, b) => '1234567890'.indexOf(a.key) - '1234567890'.indexOf(b.key))) {
  const a = make('a', '', null, { href: '#' + v.id, title: v.what, 'data-view': v.id });
  a.append(make('kbd', '', v.key, { 'aria-hidden': 'true' }), make('span', '', v.title), make('span', 'badge'));
  byId('views').append(a);
  v.frame();
  v.root.hidden = true;
}

// ---- the beat ----
// Each question waits for its own answer, so a slow one holds up no other. A page that is hidden or paused only keeps
// what it set alive.
const QUIET_MS = 5000;
const quiet = () => document.hidden || link.paused;

function loop(act, period) {
  const turn = async () => {
    const began = performance.now();
    try {
      await act();
    } catch (e) {
      if (!(e instanceof Refused || e instanceof Stale || e instanceof TypeError && !link.live || e.name === 'AbortError')) { setTimeout(turn, 1000); throw e; }
    }
    setTimeout(turn, Math.max(50, (quiet() ? QUIET_MS : period()) - (performance.now() - began)));
  };
  turn();
}
async function now() {
  const n = await ask('now'), known = past.last && past.last.now;
  // A VM's own time never goes back. Where it began is only as steady as the clock on the wall.
  if (known && (known.pid !== n.pid || n.time < known.time)) return link.set('other', String(n.pid));
  if (!known) {
    probes.begin();
    probes.list().catch(() => {});
  }
  past.add(n);
  if (!known) titled();
  if (quiet()) return;
  head(n);
  if (view === overview) overview.show();
}
function head(n) {
  setText(byId('command'), n.command || '(no command)');
  byId('command').title = n.command;
  setText(byId('facts'), 'pid ' + n.pid + ' · ' + n.vm + ' · Java ' + n.java + ' · up ' + long(n.time));
}
const lost = () => !['live', 'wait'].includes(link.state);
loop(now, () => lost() ? 2000 : 1000);
loop(async () => { if (!lost() && !quiet()) await view.refresh(); }, () => view.period);
loop(async () => { if (!lost()) await probes.tick(); }, () => 1000);
loop(async () => { if (!lost() && !quiet() && past.last && view !== probesView) await probes.list(); }, () => 5000);
loop(async () => { if (!lost() && !quiet() && view !== locksView) badge(locksView, (await ask('locks')).deadlocks.length); }, () => 10000);
document.addEventListener('visibilitychange', () => { if (!document.hidden && !link.paused) { now().catch(() => {}); view.refresh(); } });

// ---- the connection ----
function tellLink() {
  const e = byId('link'), banner = byId('banner');
  const words = { wait: 'connecting', live: link.paused ? 'paused' : 'live', gone: 'gone', silent: 'no answer', denied: 'refused', other: 'another program' };
  e.dataset.state = link.paused && link.live ? 'paused' : link.state;
  setText(e, words[link.state]);
  const last = link.last ? ' The figures below are those of ' + new Date(link.last).toLocaleTimeString() + '.' : '';
  const told = {
    gone: link.last ? 'The program has ended, or its page was stopped.' + last : 'Nothing answers at this address: the program has ended, or its page was stopped.',
    silent: 'The program has not answered for ' + PATIENCE_MS / 1000 + ' seconds. It may be stopped by a debugger or a signal.' + last,
    denied: 'The token in this address is not that of the program: ' + link.reason + '. Start the page again (argus page PID) and open the address that it prints.',
    other: 'Another program answers here now (process ' + link.reason + ').' + last + ' Load the page again to see the new one.',
  }[link.state] || '';
  setText(banner, told);
  banner.hidden = !told;
  document.body.dataset.link = e.dataset.state;
}
link.listeners.push(tellLink);
tellLink();

function setPaused(yes) {
  link.paused = yes;
  byId('pause').setAttribute('aria-pressed', String(yes));
  setText(byId('pause'), yes ? 'Go on' : 'Pause');
  tellLink();
  if (!yes) { probes.changed(); now().catch(() => {}); view.refresh(); }
}
byId('pause').addEventListener('click', () => setPaused(!link.paused));

// ---- the theme ----
const darkMedia = matchMedia('(prefers-color-scheme: dark)');
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  setText(byId('theme'), theme === 'dark' ? 'Light' : 'Dark');
}
setTheme(recall('localStorage', 'argus-theme') || (darkMedia.matches ? 'dark' : 'light'));
darkMedia.addEventListener('change', () => { if (!recall('localStorage', 'argus-theme')) setTheme(darkMedia.matches ? 'dark' : 'light'); });
function turnTheme() {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  keep('localStorage', 'argus-theme', theme);
  setTheme(theme);
}
byId('theme').addEventListener('click', turnTheme);

// ---- saving ----
const SAVES = [
  ['json', 'JSON', 'What all views show now, for a script'],
  ['folded', 'Folded stacks', 'Samples of what the flame graph shows, a line for each stack: for flame graph tools'],
  ['pprof', 'pprof', 'The same for go tool pprof'],
  ['hprof', 'HPROF heap dump', 'Every object, for a heap analyser'],
];
// The VM samples while somebody asks for a flame graph: samples have to be there before they can be saved.
async function saveSamples(what, name, seconds) {
  const end = performance.now() + 1000 * seconds, mode = flame.mode ? flame.mode.value : 'cpu';
  try {
    for (let left; (left = end - performance.now()) > 0 && view !== flame && !(view === methodsView && mode === 'cpu');) {
      toast(name + ': sampling, ' + Math.ceil(left / 1000) + ' s');
      await ask('flame?' + query({ seconds, thread: 'all', mode }));
      await new Promise(done => setTimeout(done, Math.min(left, 1000)));
    }
  } catch (e) {
    return toast(name + ': ' + e.message);
  }
  download({ what, seconds, mode });
  toast(name + ': the browser saves it.');
}
function buildSaving() {
  const d = byId('saving');
  d.append(make('h2', '', 'Save'));
  const seconds = make('input', '', null, { type: 'number', min: 1, max: 300, value: 10, 'aria-label': 'seconds of samples' });
  const line = make('label', 'remark', 'Seconds of samples for stacks and pprof: ');
  line.append(seconds);
  for (const [what, name, words] of SAVES) {
    const row = make('div', 'saverow'), text = make('span');
    text.append(make('b', '', name), make('span', 'remark', words));
    const save = button('Save', null, () => {
      if (what === 'hprof' && !save.sure) {
        save.sure = true;
        setText(save, 'Stop it and save');
        save.classList.add('danger');
        warning.hidden = false;
        return;
      }
      d.close();
      if (what === 'folded' || what === 'pprof') return saveSamples(what, name, Number(seconds.value) || 10);
      download({ what });
      toast(name + ': the browser saves it.');
    });
    save.dataset.what = what;
    row.append(text, save);
    d.append(row);
    if (what !== 'hprof') continue;
    const warning = make('p', 'warning', 'The program stands still while its heap is written: about a second for each gigabyte. The file has all that is in memory, also passwords.');
    warning.hidden = true;
    d.append(warning);
    d.addEventListener('close', () => { save.sure = false; setText(save, 'Save'); save.classList.remove('danger'); warning.hidden = true; });
  }
  const foot = make('div', 'dialogfoot');
  foot.append(line, button('Close', null, () => d.close()));
  d.append(foot);
}
buildSaving();
byId('save').addEventListener('click', () => byId('saving').showModal());

// ---- keys ----
const KEYS = [
  ['1 … 9, 0', 'the views'], ['/', 'search in the view'], ['j k, arrows', 'down and up in a list; in the flame graph to callees, callers, neighbours'], ['Home End, g G', 'first and last row'],
  ['Enter', 'open the row, zoom into the frame'], ['Esc', 'close, back, the whole graph'], ['p', 'pause, go on'], ['s', 'save'], ['t', 'dark or light'], ['Ctrl-Enter', 'set the probe whose text is written'], ['?', 'these keys'],
];
function buildHelp() {
  const d = byId('help'), list = make('dl', 'keys');
  for (const [key, words] of KEYS) list.append(make('dt', '', key), make('dd', '', words));
  const foot = make('div', 'dialogfoot');
  foot.append(make('span', 'remark', 'A click on a heading sorts. Rows keep their order while the mouse moves over them.'), button('Close', null, () => d.close()));
  d.append(make('h2', '', 'Keys'), list, foot);
}
buildHelp();
byId('keys').addEventListener('click', () => byId('help').showModal());

addEventListener('keydown', e => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
  if (e.key === 'Escape') {
    if (typing) {
      if (e.target === view.find && view.find.value) { view.find.value = ''; view.searched(); } else e.target.blur();
    } else if (!view.escape() && view.find && view.find.value) { view.find.value = ''; view.searched(); }
    e.preventDefault();
    return;
  }
  if (typing) return;
  const target = views.find(v => v.key === e.key);
  if (target) go(target.id);
  else if (e.key === '/' && view.find) { view.find.focus(); view.find.select(); }
  else if (e.key === 'p') setPaused(!link.paused);
  else if (e.key === 's') byId('saving').showModal();
  else if (e.key === 't') turnTheme();
  else if (e.key === '?') byId('help').showModal();
  else if (view === flame && flame.pressed(e.key)) flame.graph.focus();
  else if (view.table && e.target.tagName !== 'BUTTON' && e.target.tagName !== 'A' && view.table.key_pressed(e)) view.table.root.focus({ preventScroll: true });
  else return;
  e.preventDefault();
});

addEventListener('hashchange', route);
route();
