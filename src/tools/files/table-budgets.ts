// What a table file of a stranger may cost, CSV or XLSX: `ktima enrich` and portfolio runs share these.

/** All parts of an archive together. 100,000 rows of 40 columns have 200 to 400 MB; parsing 1 GiB takes about 90 s. */
export const mostUnpackedBytes = 1024 ** 3;

/** A workbook below this size may be packed as well as it can be: reading it takes a few seconds. */
export const harmlessBytes = 64 * 1024 ** 2;

/** Files in the archive of a workbook. Excel writes some ten, and one for each picture. */
export const mostParts = 10_000;

/** The list of sheets, relations and styles are read whole. Those of real workbooks have a few MB at most. */
export const mostDescriptionBytes = 16 * 1024 ** 2;

/** Every visible sheet is searched for the table. Real portfolios have some ten. */
export const mostSheets = 200;

/** Characters of the cells in which the header is searched, with 20 for each cell: a few seconds of work. */
export const mostSearched = 7_000_000;

/** Merged ranges are in memory until the header is known. Excel takes minutes to open as many. */
export const mostMerges = 1_000_000;

/** Cell styles are in memory. Excel allows 65,490. */
export const mostStyles = 65_536;

/** Texts that cells of a workbook share are in memory: as many as 100,000 rows of 40 columns need. */
export const mostTexts = 5_000_000;
export const mostTextCharacters = 128 * 1024 ** 2;

/** Columns of a table. Real portfolios have up to some hundred, and each costs time and memory in every row. */
export const mostTableColumns = 1_000;

/** Characters of a cell: Excel's own limit. */
export const longestCell = 32_767;

/** Characters of a row, all cells together: cells of a workbook can share one text, but each is written. */
export const longestRow = 1024 ** 2;

/** Of a CSV file, in which a row with a broken quote is reported, and the next one is read. */
export const csvLimits = { cell: longestCell, row: longestRow, losesLine: true };

/** Characters of a cell of the header. Longer ones are no names. */
export const longestHeaderCell = 1_000;

/** Names of columns are in messages, checkpoints and summaries: they are cut to this length. */
export const longestColumnName = 200;

/** Messages about columns in the notes of a file, or about cells in those of a row: each column can cause one. */
export const mostMessages = 20;
