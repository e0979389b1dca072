'use strict';

const defaults = { currency: 'EUR', taxRates: { standard: 19, reduced: 7, exempt: 0 } };

/** A decimal amount such as 12.5 or "12.50" in cents; binary fractions would not add up. */
function toCents(amount, what) {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(amount).trim());
  if (!match) throw new TypeError(`${what} is not an amount: ${amount}`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

const toAmount = (cents) => (cents / 100).toFixed(2);

function addLines(lines, taxRates) {
  const netByCode = new Map();
  lines.forEach((line, index) => {
    const code = line.tax ?? 'standard';
    if (!Object.hasOwn(taxRates, code)) throw new RangeError(`line ${index + 1}: no tax rate "${code}"`);
    const quantity = line.quantity ?? 1;
    if (!(Number.isFinite(quantity) && quantity > 0)) {
      throw new RangeError(`line ${index + 1}: quantity must be above 0`);
    }
    const net = Math.round(quantity * toCents(line.unitPrice, `line ${index + 1}: unitPrice`));
    netByCode.set(code, (netByCode.get(code) ?? 0) + net);
  });
  return netByCode;
}

module.exports = async function handler(input, ctx) {
  const { currency, taxRates } = { ...defaults, ...ctx.config };
  if (!Array.isArray(input.lines) || input.lines.length === 0) throw new TypeError('lines is required');
  const discountPercent = input.discountPercent ?? 0;
  if (!(discountPercent >= 0 && discountPercent <= 100)) {
    throw new RangeError('discountPercent must be between 0 and 100');
  }

  const taxes = [];
  let net = 0;
  let tax = 0;
  let discount = 0;
  for (const [code, sum] of addLines(input.lines, taxRates)) {
    const off = Math.round((sum * discountPercent) / 100);
    const taxable = sum - off;
    const amount = Math.round((taxable * taxRates[code]) / 100);
    taxes.push({ code, rate: taxRates[code], net: toAmount(taxable), tax: toAmount(amount) });
    discount += off;
    net += taxable;
    tax += amount;
  }

  console.log(`${input.lines.length} lines, ${taxes.length} tax rates`);
  return {
    seller: ctx.process.env.SELLER_NAME ?? null,
    currency,
    discount: toAmount(discount),
    net: toAmount(net),
    taxes,
    tax: toAmount(tax),
    total: toAmount(net + tax),
  };
};
