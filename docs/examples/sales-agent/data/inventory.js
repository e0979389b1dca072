/** What the warehouse holds; prices in cents. */
export const products = {
  'SKU-1': { name: 'Standing desk', price: 48900, stock: 14, warehouse: 'Hamburg' },
  'SKU-2': { name: 'Desk chair', price: 25950, stock: 3, warehouse: 'Hamburg' },
  'SKU-3': { name: 'Monitor arm', price: 8990, stock: 0, warehouse: 'Leipzig' },
  'SKU-4': { name: 'Desk lamp', price: 4495, stock: 120, warehouse: 'Leipzig' },
};

export function findProduct(productId) {
  return Object.hasOwn(products, productId) ? products[productId] : undefined;
}
