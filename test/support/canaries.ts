/** `length` characters that look as chance would have them, of the given ones. */
const some = (length: number, of = 'a0Bc1De2Fg3Hi4Jk5Lm6No7Pq8Rs9Tu') =>
  Array.from({ length }, (_, i) => of[(i * 7 + length) % of.length]).join('');
const upper = (length: number) => some(length, 'QWERTY234567UIOPASDFGH');
const body = Array.from({ length: 8 }, (_, i) => some(60 + i).slice(0, 60)).join('\n');

/** A made-up secret of each shape that is known; put together here, so that no scanner takes them for real. */
export const canaries: readonly string[] = [
  `AIza${some(35)}`,
  `AQ.${some(40)}`,
  `ya29.${some(60)}-_${some(9)}.${some(4)}`,
  `1//0${some(60)}`,
  `GOCSPX-${some(28)}`,
  ...['p', 'o', 'u', 's', 'r'].map(kind => `gh${kind}_${some(36)}`),
  `github_pat_${some(22)}_${some(59)}`,
  `glpat-${some(20)}`,
  `AKIA${upper(16)}`,
  `ASIA${upper(16)}`,
  `eyJ${some(33)}.eyJ${some(70)}.${some(43)}`,
  `sk-${some(48)}`,
  `sk-proj-${some(60)}_${some(20)}`,
  `sk-ant-api03-${some(90)}-AA`,
  ...['a', 'b', 'p', 'r', 's'].map(kind => `xox${kind}-${some(12, '123456789')}-${some(24)}`),
  `npm_${some(36)}`,
  ...['', 'RSA ', 'EC ', 'OPENSSH '].map(
    kind => `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`,
  ),
];
