import { formatCents, percentOf } from './money.js';

/** An empty cart; the discount is a percentage of the whole order. */
export function createCart(discountPercent = 0) {
  return { items: [], discountPercent };
}

export function addItem(cart, name, priceCents, quantity = 1) {
  cart.items.push({ name, priceCents, quantity });
  return cart;
}

/** What the customer pays, in cents. */
export function total(cart) {
  let sum = 0;
  for (const item of cart.items) {
    const line = item.priceCents * item.quantity;
    sum += line - percentOf(line, cart.discountPercent);
  }
  return sum - percentOf(sum, cart.discountPercent);
}

/** One line per item and the total, for the bill. */
export function receipt(cart) {
  const lines = cart.items.map(item => `${item.quantity} x ${item.name}`);
  return [...lines, `Total: ${formatCents(total(cart))}`].join('\n');
}
