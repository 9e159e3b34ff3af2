/** Up to this length, a built-in search is faster whatever the text. */
const MAX_BUILT_IN = 32;

/**
 * The places of a run of lines in lines, or of a text in a text, without overlap, in linear time however alike the
 * items are (Knuth, Morris, Pratt). A built-in search takes seconds for a long text that is almost everywhere.
 */
export function placesOf(items: ArrayLike<string>, wanted: ArrayLike<string>, most = Infinity): number[] {
  let first = 0;
  if (typeof items === 'string' && typeof wanted === 'string') {
    if (wanted.length <= MAX_BUILT_IN) return shortPlaces(items, wanted, most);
    // Most long texts are in one place or in none, which their ends tell at once.
    first = items.indexOf(wanted.slice(0, MAX_BUILT_IN));
    if (first < 0 || !items.includes(wanted.slice(-MAX_BUILT_IN), first)) return [];
  }
  const back = new Int32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = back[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length++;
    back[at] = length;
  }
  const places: number[] = [];
  for (let at = first, length = 0; at < items.length && places.length < most; at++) {
    while (length > 0 && items[at] !== wanted[length]) length = back[length - 1] ?? 0;
    if (items[at] === wanted[length]) length++;
    if (length < wanted.length) continue;
    places.push(at - length + 1);
    length = 0;
  }
  return places;
}

function shortPlaces(text: string, wanted: string, most: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && places.length < most; at = text.indexOf(wanted, at + wanted.length)) {
    places.push(at);
  }
  return places;
}
