export const tool = (definition) => definition;
