/**
 * The columns in a description that is an HTML table with two cells per row, name and value, as
 * ArcGIS writes it into KML. Splitting by tags takes linear time, unlike one large pattern.
 */
export function columnsInHtml(description: string): [name: string, value: string][] {
  if (!/<tr\b/i.test(description)) return [];
  return description
    .split(/<tr\b/i)
    .map(row => row.split(/<td\b/i).slice(1).map(cellText))
    .filter((cells): cells is [string, string] => cells.length === 2 && cells[0] !== '');
}

/** The text between the end of the cell's own tag and the next tag. */
function cellText(cell: string): string {
  const start = cell.indexOf('>') + 1;
  const end = cell.indexOf('<', start);
  return unescaped(cell.slice(start, end === -1 ? undefined : end)).trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!);
}
