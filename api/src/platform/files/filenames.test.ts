import { inlineDisposition, safeFilename } from './filenames';

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
  expect(safeFilename(new File(['x'], given, { type: 'image/png' }))).toBe(shown);
});

it('names a file without a name, with the extension of its content type', () => {
  expect(safeFilename(new Blob(['x'], { type: 'application/pdf' }))).toBe('file.pdf');
});

it.each([
  ['slip of May (2).png', 'inline; filename="slip of May (2).png"'],
  ['Gehaltszettel März.pdf', `inline; filename="Gehaltszettel M_rz.pdf"; filename*=UTF-8''Gehaltszettel%20M%C3%A4rz.pdf`],
  ["勤務表 (d'or).png", `inline; filename="___ (d'or).png"; filename*=UTF-8''%E5%8B%A4%E5%8B%99%E8%A1%A8%20%28d%27or%29.png`],
  ['a"; filename="b\\c%41.exe', `inline; filename="a_; filename=_b_c_41.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b%5Cc%2541.exe`],
  ['a\r\nset-cookie: x=1.png', `inline; filename="a__set-cookie: x=1.png"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x%3D1.png`],
  ['\ud800.png', 'inline; filename="_.png"'],
])('sends %j as a name that adds no other header or parameter', (name, header) => {
  expect(inlineDisposition(name)).toBe(header);
});
