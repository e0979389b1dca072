export interface Recipe {
  title: string;
  people: number;
  grams: Record<string, number>;
}

export const recipes: Recipe[] = [
  { title: 'Pancakes', people: 4, grams: { flour: 250, milk: 500, eggs: 180 } },
  { title: 'Rice pudding', people: 2, grams: { rice: 125, milk: 600, sugar: 40 } },
];

export function findRecipe(title: string): Recipe | undefined {
  return recipes.find((recipe) => recipe.title.toLowerCase() === title.toLowerCase());
}

export function scale(recipe: Recipe, people: number, unit: 'metric' | 'kitchen'): string[] {
  return Object.entries(recipe.grams).map(([what, grams]) => {
    const amount = (grams * people) / recipe.people;
    return unit === 'metric' ? `${Math.round(amount)} g ${what}` : `${Math.round(amount / 24) / 10} cups ${what}`;
  });
}
