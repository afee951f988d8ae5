/** A gazetteer name as a result shows it: the avenue first. */
export function displayOf(name: string): string {
  return name.replace(/^(.*) (Λεωφ\.)$/, '$2 $1');
}
