import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { parseCsvTable } from './csv-table.ts'

const read = (text: string) =>
  parseCsvTable(text, { maxRows: 50_000, isColumn: (name) => ['id', 'name'].includes(name) })
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells)

test.each([',', ';', '\t', '|'])('cells separated by %j are read, with rows numbered as in the spreadsheet', (sign) => {
  const text = `\uFEFFid${sign}name\r\n101${sign}"Campus\nSlim"\r\n\r\n102${sign}Hybrid\r\n`
  expect(read(text)).toEqual({
    headers: ['id', 'name'],
    rows: [
      { row: 2, cells: ['101', 'Campus\nSlim'] },
      { row: 4, cells: ['102', 'Hybrid'] },
    ],
    problems: [],
  })
})

test.each([
  ['a mark at its start', '\uFEFF"id",name\n101,Campus'],
  ['carriage returns', 'id,name\r101,Campus\r'],
  ['several line ends', 'id,name\r\n101,Campus\n'],
  ['a line that names the separator', 'sep=,\r\nid,name\r\n101,Campus'],
  ['a quoted line that names another separator', '"sep=|"\nid|name\n101|Campus'],
  ['rows of separators', 'id,name\n,\n101,Campus\n,,,\n'],
  ['rows of other separators', 'id,name\n;;;\n101,Campus\n\t\t\n'],
  ['a line below its header', 'id|name\n---|:---:\n101|Campus'],
  ['wide digits', 'id,name\n１０１,Campus'],
  ['rows of blanks that do not break', 'id,name\n\u00A0,\u200B\n101,Campus'],
  ['columns without any text at its end', 'id,name,,\n101,Campus,,,,'],
  ['a title', 'Products, November\n\nid,name\n101,Campus\n'],
  ['a title in cells', 'Products;;\n\nid;name;\n101;Campus;\n'],
  ['decimal commas between semicolons', 'id;name;\n101;Campus;'],
  ['cells as texts', `id,name\n="101",'=Campus`.replace("'=", '')],
  ['an apostrophe before digits', "id,name\n'101,Campus"],
  ['a quoted formula', 'id,name\n"=""101""",Campus'],
  ['blanks around the cells', 'id , name\n 101\u00A0, "Campus" \n'],
  ['invisible marks', 'id,name\n\u200E101\u202C,\u200BCam\u2060pus\uFEFF'],
])('a table with %s is read', (_what, text) => {
  const { headers, rows, problems } = read(text)
  expect({ headers, cells: rows.map(({ cells }) => cells), problems }).toEqual({
    headers: ['id', 'name'],
    cells: [['101', 'Campus']],
    problems: [],
  })
})

test.each([
  ['an inch mark', 'id\tname\n1\t15" Laptop Sleeve', '15" Laptop Sleeve'],
  ['inch marks', 'id,name\n1,18" x 12"', '18" x 12"'],
  ['a quoted word at its start', 'id\tname\n1\t"Campus" bag', '"Campus" bag'],
  ['a bar of its own', 'id,name\n1,Campus | Blue', 'Campus | Blue'],
  ['an inch mark within quotes', 'id,name\n1,"15" sleeve"', '15" sleeve'],
  ['doubled quotes', 'id,name\n1,"15"" sleeve, blue"', '15" sleeve, blue'],
  ['a comma within quotes', 'id,name\n1,"Campus, Blue"', 'Campus, Blue'],
  ['an apostrophe before a sign', "id,name\n1,'+1 503 555 0100", '+1 503 555 0100'],
  ['an apostrophe of its own', "id,name\n1,'90s Bag", "'90s Bag"],
  ['line ends of other systems', 'id,name\n1,"a\r\nb\u2028c\u0085d\re"', 'a\nb\nc\nd\ne'],
])('a cell with %s is read', (_what, text, cell) => {
  expect(read(text).problems).toEqual([])
  expect(cellsOf(text)[0]?.[1]).toBe(cell)
})

test.each([
  ['6.25\u00a0%', '6.25 %'],
  ['$\u202f1,079.00', '$ 1,079.00'],
  ['＄７９．００', '$79.00'],
  ['+1\u00a0510\u00a0555\u00a00142', '+1 510 555 0142'],
  ['Ann\u00a0Ray', 'Ann\u00a0Ray'],
])('the number %j is %j, and words stay as they are', (cell, text) => {
  expect(cellsOf(`id,name\n1,"${cell}"`)[0]?.[1]).toBe(text)
})

test('the name of a column may be wrapped', () => {
  const isColumn = (name: string) => ['order id', 'unit price'].includes(name)
  const text = 'Orders of March,,\n"order\nid","unit \nprice",x\n1,79,a'
  expect(parseCsvTable(text, { maxRows: 10, isColumn })).toMatchObject({
    headers: ['order id', 'unit price', 'x'],
    rows: [{ cells: ['1', '79', 'a'] }],
  })
})

test('rows whose last cells are left out are read, and counted as they stand', () => {
  expect(read('id,name,note\n101,Campus\n\n102').rows).toEqual([
    { row: 2, cells: ['101', 'Campus'] },
    { row: 4, cells: ['102'] },
  ])
})

test.each([
  [
    'a line of commas',
    `${'x,'.repeat(400_000)}`,
    [1, null, 'the table has more than 500 columns; leave out those that are not needed'],
  ],
  ['a row too many', 'id\n'.repeat(50_002), [50_002, null, 'the table has more than 50,000 rows; import it in parts']],
  [
    'cells too many',
    `${'x,'.repeat(499)}x\n${'x\n'.repeat(10_000)}`,
    [10_001, null, 'the table has more than 5,000,000 cells; import it in parts'],
  ],
  ['a row that is too long', 'id,name\n101,a,b', [2, null, 'has 3 cells, and the header has 2']],
  ['an open quotation mark', 'id,name\n101,"a', [2, null, 'has a quotation mark that is never closed']],
  ['a control character', 'id,name\n101,a\u0007', [2, 1, 'has a character that isn’t text (U+0007)']],
  ['a NUL', 'id,name\n\x00101,a', [2, 0, 'has a character that isn’t text (U+0000)']],
  ['half a character', 'id,name\n101,\uD800', [2, 1, 'has letters that cannot be read; save the sheet as "CSV UTF-8"']],
  ['no character', 'id,name\n101,\uFFFE', [2, 1, 'has a character that isn’t text (U+FFFE)']],
])('%s is told with its row and column, and nothing is read', (_what, text, [row, column, message]) => {
  expect(read(text)).toMatchObject({ rows: [], problems: [{ row, column, message }] })
})

test('a file of a command may have any number of rows', () => {
  expect(parseCsvTable('id\n'.repeat(50_002), { maxRows: null, isColumn: (name) => name === 'id' }).rows).toHaveLength(
    50_001,
  )
})

test.each(['- wash\n- dry', 'red, -blue; +green', '=1+1', '@home', '15" x 12"', '"Campus" bag', 'a, "-b"'])(
  'what our own files hold is read as it was: %j',
  (text) => {
    expect(cellsOf(toCsv(['id', 'name'], [{ id: '101', name: text }]))).toEqual([['101', text]])
  },
)
