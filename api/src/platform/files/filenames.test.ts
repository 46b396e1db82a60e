import { nameOf } from './filenames';

it.each([
  ['slip of May (2).png', 'slip of May (2).png'],
  ['Gehaltszettel März.JPEG', 'Gehaltszettel März.png'],
  ['勤務表.heic', '勤務表.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\Users\\ada\\slip.jpg', 'slip.png'],
  ['invoice\u202Egpj.exe', 'invoicegpj.png'],
  ['a\u0000b\u0007\nc.png', 'abc.png'],
  ['<img src=x onerror=alert(1)>.png', 'img srcx onerroralert(1).png'],
  ['...', 'file.png'],
  ['', 'file.png'],
  [`${'x'.repeat(5000)}.png`, `${'x'.repeat(100)}.png`],
])('%j is shown as %j', (given, shown) => {
  expect(nameOf(new File(['x'], given, { type: 'image/png' }))).toBe(shown);
});

it('a file without a name has one, and an ending of its own bytes', () => {
  expect(nameOf(new Blob(['x'], { type: 'application/pdf' }))).toBe('file.pdf');
});
