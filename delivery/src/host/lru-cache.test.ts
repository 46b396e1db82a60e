import { LruCache } from './lru-cache';

const held = (recent: LruCache<string>, keys: string) => [...keys].filter((key) => recent.get(key) !== undefined).join('');

it('drops the least recently used entry', () => {
  const recent = new LruCache<string>(2);
  recent.set('a', 'first');
  recent.set('b', 'second');
  recent.get('a');
  recent.set('c', 'third');
  expect(held(recent, 'abc')).toBe('ac');
});

it('counts the weight of each entry once', () => {
  const recent = new LruCache<string>(100);
  recent.set('a', '', 60);
  recent.set('a', '', 60);
  recent.set('b', '', 40);
  expect(held(recent, 'ab')).toBe('ab');
  recent.set('c', '', 50);
  expect(held(recent, 'abc')).toBe('bc');
  recent.delete('b');
  recent.set('d', '', 50);
  expect(held(recent, 'cd')).toBe('cd');
});

it('keeps one entry that is too heavy, and no other', () => {
  const recent = new LruCache<string>(10);
  recent.set('a', '', 5);
  recent.set('b', '', 50);
  expect(held(recent, 'ab')).toBe('b');
  recent.clear();
  recent.set('c', '', 10);
  expect(held(recent, 'bc')).toBe('c');
});
