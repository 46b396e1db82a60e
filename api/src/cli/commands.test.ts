import { commands, readWords, usage } from './commands';

describe('staff command line', () => {
  it('takes words in order and options by name', () => {
    expect(readWords(['demo@example.com', '--licenseNumber=123456'], ['guard', 'licenseNumber'])).toEqual({
      guard: 'demo@example.com',
      licenseNumber: '123456',
    });
  });

  it('reads a flag, and dates as a list', () => {
    expect(readWords(['Night watch', '--isTest', '--dates', '2027-03-14,2027-03-15', '--dates', '2027-03-16'], ['jobTitle'])).toEqual({
      jobTitle: 'Night watch',
      isTest: true,
      dates: ['2027-03-14', '2027-03-15', '2027-03-16'],
    });
  });

  it('refuses a word too many', () => {
    expect(() => readWords(['one', 'two'], ['guard'])).toThrow('Unexpected: two');
  });

  it('lists every command with its input', () => {
    for (const name of Object.keys(commands)) expect(usage()).toContain(`  ${name} `);
    expect(usage()).toContain('[--hourlyRate …]');
  });

  it('calls staff endpoints only', () => {
    expect(Object.values(commands).map(({ endpoint }) => endpoint.auth)).toEqual(Object.keys(commands).map(() => 'staff'));
  });
});
