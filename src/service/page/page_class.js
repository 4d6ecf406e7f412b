// Classes: all of them, one with its methods and lines, where a click sets a probe; and all probes.

const classesView = new View('classes', '9', 'Classes', 'methods, lines, probes by a click');
classesView.period = 2000;
classesView.build = function () {
  this.search('Search classes');
  this.table = new Table({
    label: 'classes', key: c => c.id, empty: 'No class matches.',
    columns: [
      { id: 'class', label: 'Class', width: 'minmax(0, 1fr)', name: 'class', write: c => c.class },
      { id: 'methods', label: 'Methods', width: '70px', number: true, keep: 2, write: c => count(c.methods) },
      { id: 'state', label: 'State', width: '92px', keep: 3, write: c => c.state },
      { id: 'source', label: 'Source', width: 'minmax(0, 0.4fr)', keep: 3, write: c => c.source || '' },
      { id: 'loader', label: 'Loader', width: 'minmax(0, 0.6fr)', keep: 4, write: c => c.loader_name || (c.loader ? String(c.loader) : 'boot') },
    ],
    open: c => go('classes', c.id),
    window: from => {
      const offset = Math.max(0, from - WINDOW / 4);
      if (this.asked !== offset) { this.asked = offset; this.refresh(); }
    },
  });
  split(this, this.table.root);
};
classesView.load = async function (get) {
  const offset = Math.max(0, this.table.range()[0] - WINDOW / 4), asked = this.argument;
  const list = get('classes?' + query({ search: this.pattern, limit: WINDOW, offset })).then(a => {
    this.asked = null;
    this.table.setWindow(a.classes, offset, a.matching);
    setText(this.note, (a.matching === a.total ? count(a.total) : count(a.matching) + ' of ' + count(a.total)) + ' classes');
  });
  const one = asked === '' ? null : get('class?id=' + encodeURIComponent(asked)).then(c => { if (asked === this.argument) this.showOne(c); }, e => {
    if (!(e instanceof Refused) || asked !== this.argument) throw e;
    if (this.shownId !== asked) this.detail.replaceChildren(back(this), make('p', 'empty', e.status === 404 ? 'This class is not there any more.' : e.message));
  });
  await Promise.all([list, one]);
};
classesView.entered = function () {
  this.table.opened = this.argument === '' ? undefined : Number(this.argument);
  this.table.draw();
  openDetail(this, this.argument !== '');
  if (this.argument !== '' && this.shownId !== this.argument) {
    this.shownId = null;
    this.detail.replaceChildren(back(this), make('p', 'empty', '…'));
  }
};
classesView.escape = function () { return this.argument !== '' && go('classes'); };

classesView.showOne = function (c) {
  const id = String(c.id);
  if (this.shownId !== id) this.begin(c);
  this.one = c;
  const parts = this.parts;
  for (const m of c.methods) {
    const row = parts.rows.get(m.name + m.desc);
    if (!row) continue;
    const flags = m.flags.replace(/\b(public|final|native) ?/g, '').trim(), code = /\babstract\b/.test(m.flags) ? '' : m.native ? 'native' : m.tier;
    setText(row.told, [flags, code].filter(Boolean).join(' · '));
  }
  this.marks();
};
classesView.begin = function (c) {
  this.shownId = String(c.id);
  this.one = c;
  this.prefix = '';
  const names = c.methods.map(m => m.name), twice = new Set(names.filter((n, i) => names.indexOf(n) !== i));
  const head = make('div', 'detailhead'), title = make('h2', 'name');
  nameInto(title, c.class);
  head.append(title, back(this));
  const what = facts([['Extends', c.super ? classLink(c.super) : ''], ['Implements', (c.interfaces || []).length ? many(c.interfaces.map(classLink)) : ''], ['Source', c.source || ''], ['Loader', c.loader_name || (c.loader ? String(c.loader) : 'boot')]]);
  this.kind = choice('what a click sets', KINDS, this.kind ? this.kind.value : 'count', () => {});
  const clicks = make('p', 'clicks', 'A click on a method or a line sets a probe: ');
  clicks.append(this.kind);
  this.editor = new Editor(2, 'a click writes its text here; any other can be written, too');
  const filter = make('input', 'search', null, { type: 'search', placeholder: 'Search methods of the class', 'aria-label': 'Search methods of the class', spellcheck: 'false' });
  const methods = make('div', 'methods', null, { role: 'list', 'aria-label': 'methods' });
  const rows = new Map();
  for (const m of c.methods) {
    const row = this.methodRow(c, m, twice.has(m.name));
    rows.set(m.name + m.desc, row);
    methods.append(row.root);
  }
  filter.addEventListener('input', () => { for (const r of rows.values()) r.root.hidden = !r.words.includes(filter.value.toLowerCase()); });
  const fields = make('details', 'fields');
  fields.append(make('summary', '', count(c.fields.length) + (c.fields.length === 1 ? ' field' : ' fields')), ...c.fields.map(f => make('div', 'name', (f.static ? 'static ' : '') + typesOf(f.desc)[0] + ' ' + f.name)));
  fields.hidden = !c.fields.length;
  const cards = make('div', 'cards');
  this.cards = new CardList(cards, p => placesOf(p.text).some(at => at.class === this.one.class), p => this.editor.edit(p), 'No probe is set on this class.');
  probes.lists = probes.lists.filter(l => l !== this.listed);
  this.listed = this.cards;
  const left = make('div', 'members'), right = make('div', 'beside');
  left.append(filter, methods, fields);
  right.append(clicks, this.editor.root, cards);
  const body = make('div', 'classbody');
  body.append(right, left);
  this.detail.classList.add('columns');
  this.parts = { rows, methods };
  this.detail.replaceChildren(head, what, body);
  this.detail.scrollTop = 0;
  this.cards.update();
  if (!this.listening) { this.listening = true; probes.lists.push({ update: () => { if (this.one && !this.root.hidden) this.marks(); } }); }
  // One name in several loaders: the probe is for this one.
  ask('classes?' + query({ search: c.class, limit: WINDOW })).then(a => {
    if (this.one === c && a.classes.filter(o => o.class === c.class).length > 1 && c.loader) this.prefix = 'loader(' + c.loader + ') ';
  }, () => {});
  if (this.wanted) {
    const [name, desc] = this.wanted, found = c.methods.find(m => m.name === name && (!desc || m.desc === desc));
    this.wanted = null;
    if (found) {
      const row = rows.get(found.name + found.desc);
      row.root.classList.add('wanted');
      row.root.scrollIntoView({ block: 'center' });
    }
  }
};
function many(nodes) {
  const box = make('span');
  nodes.forEach((n, i) => box.append(...(i ? [', ', n] : [n])));
  return box;
}
function classLink(name) {
  const b = button('', 'Open this class', () => openClass(name), 'link name');
  nameInto(b, name);
  return b;
}
classesView.methodRow = function (c, m, twice) {
  const root = make('div', 'method', null, { role: 'listitem' }), line = make('div', 'methodline');
  const name = button('', null, () => this.setMethod(c, m, twice), 'methodname');
  const simple = m.name === '<init>' ? lastPart(c.class) : m.name;
  name.append(make('b', '', simple), make('span', '', argumentsOf(m.desc)), make('span', 'package', m.name === '<init>' ? '' : ' ' + lastPart(typesOf(m.desc).pop() || '')));
  name.disabled = /\babstract\b/.test(m.flags);
  name.title = (name.disabled ? 'It has no code: ' : 'Set a probe: ') + m.flags + ' ' + m.name + m.desc;
  const mark = make('span', 'mark', ''), told = make('div', 'remark told');
  line.append(name, mark);
  root.append(line, told);
  const lines = new Map();
  if (m.lines && m.lines.length) {
    const box = make('div', 'lines', null, { role: 'group', 'aria-label': 'lines of ' + m.name });
    for (const n of m.lines) {
      const b = button(String(n), 'Set a probe at line ' + n, () => this.setLine(c, n));
      lines.set(n, b);
      box.append(b);
    }
    root.append(box);
  }
  return { root, mark, told, lines, words: (m.name + argumentsOf(m.desc) + ' ' + m.flags).toLowerCase(), m, twice };
};
// Figures of probes, at the methods and lines that they name.
classesView.marks = function () {
  const c = this.one, methods = new Map(), lines = new Map();
  for (const p of probes.all.values()) {
    for (const at of placesOf(p.text)) {
      if (at.class !== c.class) continue;
      if (at.line) lines.set(at.line, [...(lines.get(at.line) || []), p]);
      else for (const m of c.methods) if (m.name === at.method && (!at.desc || at.desc === m.desc)) methods.set(m.name + m.desc, [...(methods.get(m.name + m.desc) || []), p]);
    }
  }
  const words = ps => ps ? ps.map(brief).join(' · ') : '';
  for (const [key, row] of this.parts.rows) {
    setText(row.mark, words(methods.get(key)));
    for (const [n, b] of row.lines) {
      const ps = lines.get(n);
      b.classList.toggle('probed', !!ps);
      setText(b, ps ? n + ': ' + words(ps) : String(n));
    }
  }
};
classesView.setMethod = function (c, m, twice) {
  this.setText(this.prefix + methodText(this.kind.value, c.class + '.' + m.name + (twice ? m.desc : ''), m.desc));
};
classesView.setLine = function (c, line) { this.setText(this.prefix + lineText(this.kind.value, c.class, line)); };
classesView.setText = function (text) {
  this.editor.show(text, null);
  this.editor.set();
};

// A class by its name: the server is asked for it, then it is looked for.
async function openClass(name, method, desc, loader) {
  classesView.wanted = method ? [method, desc] : null;
  try {
    const c = await ask('class?' + query({ name, loader })).catch(async e => {
      if (!(e instanceof Refused)) throw e;
      const found = (await ask('classes?' + query({ search: name, limit: 5000 }))).classes.filter(o => o.class === name);
      if (!found.length) throw e;
      return found.find(o => o.loader === loader) || found[0];
    });
    if (classesView.shownId === String(c.id)) classesView.shownId = null;
    go('classes', c.id);
  } catch (e) {
    classesView.wanted = null;
    if (e instanceof Refused) toast('There is no class ' + name + ' to open.');
  }
}

// ---- probes ----
const EXAMPLES = [
  ['method:java.util.HashMap.resize:entry { @from[stack(6)] = count() }', 'Where do hash maps grow?'],
  ['throw:* { @[class(ex), stack(3)] = count() }', 'Which exceptions are thrown, and where?'],
  ['alloc:* { @bytes[class] = sum(size) }', 'Which classes take the bytes?'],
  ['contend:* { @us[class(obj), stack(2)] = sum(elapsed / 1000) }', 'Which locks are waited for, how long?'],
  ['park:* { @park[stack(4)] = count() }', 'Where do threads park?'],
  ['gc:young { @young = hist(elapsed / 1000) }\ngc:full { @full = hist(elapsed / 1000) }', 'How long are collections?'],
  ['class:load { print(class) }', 'Which classes are loaded?'],
  ['thread:start { @begun[thread] = count() }\nthread:end { @ended[thread] = count() }', 'Which threads begin and end?'],
];
const probesView = new View('probes', '0', 'Probes', 'any question, as text');
probesView.period = 2000;
probesView.build = function () {
  const examples = make('select', '', null, { 'aria-label': 'Examples' });
  examples.append(make('option', '', 'Examples', { value: '' }), ...EXAMPLES.map(([text, what]) => make('option', '', what, { value: text })));
  examples.addEventListener('change', () => {
    if (examples.value) { this.editor.show(examples.value, this.editor.replaces); this.editor.area.focus(); }
    examples.value = '';
  });
  this.editor = new Editor(4, 'method:com.acme.Cart.total:return { @us = hist(elapsed / 1000) }');
  this.controls.append(examples);
  const cards = make('div', 'cards');
  this.cards = new CardList(cards, () => true, p => this.editor.edit(p), 'No probe is set. A class sets them by a click; here any text can be set.');
  const body = make('div', 'probesbody');
  body.append(this.editor.root, cards);
  this.root.append(body);
};
probesView.load = async function () {
  await probes.list();
  const n = probes.all.size, mine = [...probes.all.keys()].filter(id => probes.mine.has(id)).length;
  setText(this.note, n ? count(n) + (n === 1 ? ' probe, ' : ' probes, ') + count(mine) + ' of this page; they go half a minute after the page does' : '\u00a0');
};
