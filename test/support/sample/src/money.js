// Amounts are whole cents, so that sums stay exact.

/** The given percentage of an amount, rounded to whole cents. */
export function percentOf(cents, percent) {
  return Math.round((cents * percent) / 100);
}

/** `123456` as `1,234.56`. */
export function formatCents(cents) {
  const sign = cents < 0 ? '-' : '';
  const [whole, rest] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}
