// Probes: those that this page has set are read each second, whatever view is open; a card shows one with its figures.

const SHOWN_ROWS = 16, OUTPUT_LINES = 200, HISTORY = 60;
const KNOWN_MEMBERS = ['probe', 'sequence', 'monotonic_ns', 'wall_ns', 'one_moment', 'every', 'stopped', 'maps', 'output', 'hits'];
const LOSSES = {
  skipped: 'a value was not there', redacted: 'secret values', cut: 'records were too long', left_out: 'hits over the budget',
  lost_keys: 'too many keys', lost_output: 'output that nobody read in time', lost_rate: 'records over the rate',
  lost_memory: 'no memory', lost_depth: 'calls too deep', lost_places: 'too many places', lost_ring: 'records that were not fetched in time',
};

// The methods and lines that a text names without a pattern: [{ class, method, desc, line }].
const places = new Map();
function placesOf(text) {
  if (!places.has(text)) {
    const found = [];
    for (const [, name, desc] of text.matchAll(/method:([^\s:({]+)(\([^)]*\)[^\s:{]+)?:(?:entry|return|throw)/g)) {
      const [c, method] = splitMethod(name);
      found.push({ class: c, method, desc });
    }
    for (const [, c, line] of text.matchAll(/line:([^\s:{]+):(\d+)/g)) found.push({ class: c, line: Number(line) });
    if (places.size > 500) places.clear();
    places.set(text, found);
  }
  return places.get(text);
}

const probes = {
  all: new Map(), lists: [], mine: new Set(), removed: new Set(), store: '',

  // Those that this tab had set before it was loaded again are its own again. A token is that of one program.
  begin() {
    this.store = 'argus-probes-' + token;
    this.mine = new Set(JSON.parse(recall('sessionStorage', this.store) || '[]'));
  },
  own(id, yes) {
    if (yes) this.mine.add(id);
    else this.mine.delete(id);
    keep('sessionStorage', this.store, JSON.stringify([...this.mine]));
  },
  async set(text) {
    const { id } = await ask('probe', text);
    this.own(id, true);
    this.all.set(id, fresh(id, text));
    this.changed();
    this.read(this.all.get(id)).catch(() => {});
    this.list().catch(() => {});
    return id;
  },
  async remove(id) {
    await ask('probe/remove?id=' + id, '');
    this.removed.add(id); // a list that is on its way may still have it
    this.own(id, false);
    this.all.delete(id);
    this.changed();
  },
  async list() {
    const asked = performance.now(), there = new Set();
    for (const p of (await ask('probes')).probes) {
      if (this.removed.has(p.probe)) continue;
      there.add(p.probe);
      const known = this.all.get(p.probe);
      if (known) Object.assign(known, { text: p.text, sites: p.sites, stopped: p.stopped });
      else this.all.set(p.probe, Object.assign(fresh(p.probe, p.text), { sites: p.sites, stopped: p.stopped }));
    }
    for (const p of [...this.all.values()]) {
      if (there.has(p.id) || p.made > asked) continue;
      this.all.delete(p.id);
      this.own(p.id, false);
    }
    this.changed();
  },
  async read(p) {
    if (p.reading) return;
    p.reading = true;
    try {
      take(p, await ask('probe?id=' + p.id));
    } catch (e) {
      if (e.status === 404) { this.all.delete(p.id); this.own(p.id, false); }
      throw e;
    } finally {
      p.reading = false;
    }
  },
  async tick() {
    await Promise.all([...this.all.values()].filter(p => this.mine.has(p.id)).map(p => this.read(p).catch(() => {})));
    this.changed();
  },
  changed() { if (!link.paused) for (const l of this.lists) l.update(); },
};

function fresh(id, text) {
  return { id, text, sites: null, stopped: false, now: null, before: null, history: [], output: [], made: performance.now(), reading: false };
}
const total = m => m.rows.reduce((n, r) => n + weight(m, r), 0);
function weight(m, r) {
  if (r.buckets) return r.buckets.reduce((n, b) => n + b.count, 0);
  return m.kind === 'avg' ? r.count : r.value;
}
function take(p, reading) {
  p.before = p.now;
  p.now = reading;
  p.stopped = reading.stopped;
  if (p.before && reading.monotonic_ns > p.before.monotonic_ns) {
    p.seconds = (reading.monotonic_ns - p.before.monotonic_ns) / 1e9;
    p.history.push(Math.max(0, reading.hits - p.before.hits) / p.seconds);
    if (p.history.length > HISTORY) p.history.shift();
  }
  if (reading.output) {
    p.output.push(...reading.output.replace(/\n$/, '').split('\n'));
    p.output.splice(0, Math.max(0, p.output.length - OUTPUT_LINES));
  }
}
// The figure of a probe in a few signs, for the row of its method or line.
function brief(p) {
  if (!p.now) return '○';
  const m = p.now.maps[0];
  if (!m || m.rows.some(r => r.buckets) || m.rows.length !== 1) return short(m && m.rows.length ? total(m) : p.now.hits);
  return m.kind === 'avg' ? short(m.rows[0].count ? m.rows[0].sum / m.rows[0].count : 0) : short(m.rows[0].value);
}

// ---- a card ----
class Card {
  constructor(p, edit) {
    this.p = p;
    this.root = make('article', 'card', null, { 'aria-label': 'probe ' + p.id });
    this.root.dataset.probe = p.id;
    const head = make('div', 'cardhead');
    this.title = make('b', '', 'Probe ' + p.id);
    this.state = make('span', 'remark');
    this.spark = spark();
    this.watch = button('Read', 'Another client set this probe. Reading takes what it has printed.', () => { probes.own(p.id, true); probes.read(p).catch(() => {}); });
    this.edit = button('Edit', 'Change the text; the old probe goes when the new one is set', () => edit(p));
    this.gone = button('Remove', 'Remove the probe from the program', async () => {
      try { await probes.remove(p.id); } catch (e) { toast(e.message); }
    });
    head.append(this.title, this.state, this.spark, this.watch, this.edit, this.gone);
    this.text = make('pre', 'probetext', p.text);
    this.losses = make('div', 'losses');
    this.maps = make('div', 'maps');
    this.output = make('pre', 'output', null, { 'aria-label': 'output', tabindex: '0' });
    this.root.append(head, this.text, this.losses, this.maps, this.output);
  }
  update() {
    const p = this.p, now = p.now, mine = probes.mine.has(p.id);
    setText(this.text, p.text);
    const sites = p.sites === null || p.sites === 1 ? '' : count(p.sites) + ' places';
    const rate = p.history.length ? short(p.history[p.history.length - 1]) + ' hits/s' : '';
    setText(this.state, [p.stopped ? 'stopped' : '', sites, rate, now && now.every > 1 ? 'every ' + now.every + 'th heavy hit is taken' : ''].filter(Boolean).join(' · '));
    this.watch.hidden = mine;
    this.spark.toggleAttribute('hidden', !mine);
    this.edit.hidden = !mine;
    if (p.history.length) sparkInto(this.spark, p.history);
    const lost = now ? Object.keys(now).filter(k => !KNOWN_MEMBERS.includes(k) && now[k]) : [];
    setText(this.losses, lost.map(k => count(now[k]) + ' ' + k.replace('_', ' ') + (LOSSES[k] ? ' (' + LOSSES[k] + ')' : '')).join(', '));
    this.losses.hidden = !lost.length;
    if (now && this.drawn !== now && !held(this.maps)) { this.drawn = now; this.fill(now); }
    const text = p.output.join('\n');
    this.output.hidden = !text;
    if (this.output.shown !== text) {
      const end = this.output.scrollTop + this.output.clientHeight >= this.output.scrollHeight - 4;
      setText(this.output, text);
      if (end) this.output.scrollTop = this.output.scrollHeight;
    }
  }
  fill(now) {
    const open = new Set([...this.maps.querySelectorAll('details[open]')].map(d => d.dataset.key));
    const before = this.p.before && new Map(this.p.before.maps.map(m => [m.name, m]));
    this.maps.replaceChildren(...now.maps.map(m => this.map(m, before && before.get(m.name), open)));
  }
  map(m, before, open) {
    const box = make('div', 'map');
    const unkeyed = m.rows.length === 1 && !m.rows[0].keys.length || !m.rows.length;
    const line = make('div', 'mapname', '@' + m.name);
    line.append(make('span', 'remark', m.kind + (m.rows.length > 1 ? ' · ' + count(m.rows.length) + ' keys' : '')));
    box.append(line);
    if (!m.rows.length) {
      if (m.kind === 'count' || m.kind === 'sum') line.append(make('b', 'figure', '0'));
      else box.append(make('div', 'remark', 'nothing yet'));
      return box;
    }
    const old = new Map((before ? before.rows : []).map(r => [JSON.stringify(r.keys), r]));
    if (unkeyed && !m.rows[0].buckets) {
      line.append(this.figure(m, m.rows[0], old.get('[]')));
      return box;
    }
    const most = Math.max(...m.rows.map(r => Math.abs(weight(m, r))), 1);
    for (const r of m.rows.slice(0, SHOWN_ROWS)) {
      const key = JSON.stringify(r.keys);
      if (r.keys.length) {
        const row = make('div', 'keyed');
        row.append(this.keys(r, m.name, open));
        if (!r.buckets) {
          const bar = make('meter', '', null, { min: 0, max: most, value: Math.abs(weight(m, r)), 'aria-hidden': 'true' });
          row.append(bar, this.figure(m, r, old.get(key)));
        } else row.append(make('span'), make('b', 'figure', short(weight(m, r))));
        box.append(row);
      }
      if (r.buckets) box.append(this.histogram(r.buckets));
    }
    if (m.rows.length > SHOWN_ROWS) {
      const rest = m.rows.slice(SHOWN_ROWS).reduce((n, r) => n + weight(m, r), 0);
      box.append(make('div', 'remark', count(m.rows.length - SHOWN_ROWS) + ' more keys' + (m.kind === 'count' || m.kind === 'sum' ? ', together ' + short(rest) : '')));
    }
    return box;
  }
  figure(m, r, old) {
    const e = make('b', 'figure');
    const value = m.kind === 'avg' ? (r.count ? r.sum / r.count : 0) : r.value;
    e.textContent = m.kind === 'avg' ? short(value) : count(value);
    if (m.kind === 'avg') e.append(make('span', 'rate', 'of ' + short(r.count)));
    else if ((m.kind === 'count' || m.kind === 'sum') && this.p.seconds && this.p.before)
      e.append(make('span', 'rate', '+' + short(Math.max(0, value - (old ? old.value : 0)) / this.p.seconds) + '/s'));
    return e;
  }
  keys(r, name, open) {
    const box = make('span', 'keys');
    r.keys.forEach((k, i) => {
      if (i) box.append(make('span', 'remark', ' · '));
      if (k.type !== 'stack') {
        const e = make('span', 'key ' + k.type);
        if (k.type === 'method' || k.type === 'class') { if (k.type === 'method') e.dataset.method = '1'; nameInto(e, String(k.value)); }
        else e.textContent = String(k.value);
        box.append(e);
        return;
      }
      const frames = String(k.value).split(';'), d = make('details'), id = name + k.value;
      d.dataset.key = id;
      d.open = open.has(id);
      const s = make('summary', 'key');
      s.dataset.method = '1';
      nameInto(s, frames[0] || '(no frames)');
      d.append(s, ...frames.slice(1).map(f => make('div', 'frame', f)));
      box.append(d);
    });
    return box;
  }
  histogram(buckets) {
    const box = make('div', 'histogram'), most = Math.max(...buckets.map(b => b.count), 1);
    const sum = buckets.reduce((n, b) => n + b.count, 0);
    for (const b of buckets) {
      const row = make('div', 'bucket');
      const label = b.from === undefined ? 'below ' + short(b.to) : b.to === undefined ? 'from ' + short(b.from)
        : b.to === b.from + 1 ? short(b.from) : short(b.from) + ' … ' + short(b.to);
      const bar = make('span', 'bar');
      bar.append(make('i'));
      bar.firstChild.style.width = (100 * b.count / most).toFixed(1) + '%';
      row.append(make('span', 'range', label), bar, make('span', 'number', count(b.count)), make('span', 'number remark', percent(b.count / sum)));
      box.append(row);
    }
    return box;
  }
}

// Cards of the probes that a filter lets through, the latest first.
class CardList {
  constructor(root, filter, edit, empty) {
    Object.assign(this, { root, filter, edit });
    this.cards = new Map();
    this.none = make('p', 'empty', empty);
    probes.lists.push(this);
  }
  update() {
    if (!this.root.offsetParent) return;
    const wanted = [...probes.all.values()].filter(this.filter).sort((a, b) => b.id - a.id);
    const ids = new Set(wanted.map(p => p.id));
    for (const [id, card] of this.cards) if (!ids.has(id)) { card.root.remove(); this.cards.delete(id); }
    let at = this.root.firstChild;
    for (const p of wanted) {
      let card = this.cards.get(p.id);
      if (!card || card.p !== p) {
        if (card) { if (at === card.root) at = at.nextSibling; card.root.remove(); }
        card = new Card(p, this.edit);
        this.cards.set(p.id, card);
      }
      if (at === card.root) at = at.nextSibling;
      else this.root.insertBefore(card.root, at);
      card.update();
    }
    if (wanted.length) this.none.remove();
    else if (this.none.parentNode !== this.root) this.root.append(this.none);
  }
}

// ---- the text of a probe, with the place of an error ----
class Editor {
  constructor(rows, placeholder) {
    this.root = make('div', 'editor');
    this.area = make('textarea', '', null, { rows, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: placeholder || '', 'aria-label': 'text of the probe' });
    this.error = make('pre', 'error', null, { role: 'alert' });
    this.button = button('Set probe', 'Ctrl-Enter', () => this.set());
    this.button.classList.add('main');
    this.drop = button('Cancel', 'Keep the probe as it is', () => this.clear());
    this.drop.hidden = true;
    const line = make('div', 'editorline');
    line.append(this.button, this.drop, this.error);
    this.root.append(this.area, line);
    this.replaces = null;
    this.area.addEventListener('input', () => setText(this.error, ''));
    this.area.addEventListener('keydown', e => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); this.set(); }
      if (e.key === 'Escape') { e.preventDefault(); e.stopPropagation(); this.area.blur(); }
    });
  }
  show(text, replaces) {
    this.area.value = text;
    this.replaces = replaces || null;
    setText(this.button, replaces ? 'Set in place of ' + replaces.id : 'Set probe');
    this.drop.hidden = !replaces;
    setText(this.error, '');
  }
  edit(p) {
    this.show(p.text, p);
    this.area.focus();
    this.root.scrollIntoView({ block: 'nearest' });
  }
  clear() { this.show('', null); }
  // Sets what the text says; the probe that is edited goes afterwards, so nothing goes uncounted.
  async set() {
    const text = this.area.value, old = this.replaces;
    if (!text.trim()) return setText(this.error, 'The text is empty.');
    setText(this.error, '');
    try {
      await probes.set(text);
      this.show(text, null);
      if (old) await probes.remove(old.id);
    } catch (e) {
      this.refused(text, e);
    }
  }
  refused(text, e) {
    const { line, column } = e.answer || {};
    if (!line) return setText(this.error, e.message);
    const lines = text.split('\n'), shown = lines[line - 1] || '', at = at_byte(shown, column);
    const from = Math.max(0, at - 40);
    this.error.shown = undefined;
    this.error.replaceChildren(make('span', '', e.message), '\n' + (from ? '…' : '') + shown.slice(from, from + 76) + '\n' + ' '.repeat(at - from + (from ? 1 : 0)) + '^');
    const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + at;
    this.area.focus();
    this.area.setSelectionRange(start, Math.min(text.length, start + 1));
  }
}
// Columns count bytes of UTF-8 from 1; a text in the browser has other units.
function at_byte(line, column) {
  const encoder = new TextEncoder();
  let at = 0, left = column - 1;
  for (const c of line) {
    left -= encoder.encode(c).length;
    if (left < 0) break;
    at += c.length;
  }
  return at;
}

// ---- the texts that a click sets ----
// The language has no quotes around names: what it cannot say, the server refuses.
const KINDS = [['count', 'Count'], ['time', 'Time'], ['callers', 'Callers'], ['argument', 'Argument'], ['thread', 'Threads'], ['throw', 'Throws']];
function methodText(kind, place, desc) {
  const at = 'method:' + place;
  const first = typesOf(desc || '()V').length > 1 ? typesOf(desc)[0] : null;
  const number = /^(byte|char|short|int|long|boolean)$/;
  switch (kind) {
  case 'time': return at + ':return { @us = hist(elapsed / 1000) }';
  case 'callers': return at + ':entry { @from[stack(6)] = count() }';
  case 'argument':
    if (!first || first === 'float' || first === 'double') return at + ':entry { @n = count() }';
    return at + ':entry { @with[' + (number.test(first) ? 'arg0' : first === 'java.lang.String' ? 'str(arg0)' : 'class(arg0)') + '] = count() }';
  case 'thread': return at + ':entry { @by[thread] = count() }';
  case 'throw': return at + ':throw { @n[class(ex)] = count() }';
  default: return at + ':entry { @n = count() }';
  }
}
function lineText(kind, c, line) {
  const at = 'line:' + c + ':' + line;
  if (kind === 'callers') return at + ' { @from[stack(6)] = count() }';
  if (kind === 'thread') return at + ' { @by[thread] = count() }';
  return at + ' { @n = count() }';
}
