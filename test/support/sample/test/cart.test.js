import assert from 'node:assert/strict';
import test from 'node:test';
import { addItem, createCart, receipt, total } from '../src/cart.js';

test('an empty cart costs nothing', () => {
  assert.equal(total(createCart()), 0);
});

test('the total is the sum of price times quantity', () => {
  const cart = createCart();
  addItem(cart, 'notebook', 1250, 2);
  addItem(cart, 'pencil', 500);
  assert.equal(total(cart), 3000);
});

test('the discount is taken off once', () => {
  const cart = createCart(10);
  addItem(cart, 'notebook', 1250, 2);
  addItem(cart, 'pencil', 500);
  assert.equal(total(cart), 2700);
});

test('the receipt lists every item and the total', () => {
  const cart = addItem(createCart(), 'desk', 123456);
  assert.equal(receipt(cart), '1 x desk\nTotal: 1,234.56');
});
