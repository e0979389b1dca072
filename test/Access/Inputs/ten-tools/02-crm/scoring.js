import { countBy, sumBy } from 'lodash-es';

const weights = { pricing: 12, demo: 20, docs: 4, blog: 1 };

export function scoreLead({ visits, employees = 0 }) {
  const pages = countBy(visits, 'page');
  const interest = sumBy(Object.keys(pages), (page) => (weights[page] ?? 0) * Math.min(pages[page], 3));
  const size = employees > 250 ? 30 : employees > 50 ? 20 : 5;
  const score = Math.min(100, interest + size);
  return { score, grade: score >= 70 ? 'A' : score >= 40 ? 'B' : 'C', pages };
}
