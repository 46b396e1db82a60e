import { testEnv } from '../../test/test-env';
import { createDomains } from '../domains';
import { commands } from './commands';
import { createProgram, type TypedCommand } from './program';

/** The words as the command gets them, or the error. */
async function typedAs(...words: string[]): Promise<TypedCommand | undefined> {
  let given: TypedCommand | undefined;
  const program = createProgram(
    async (_command, typed) => {
      given = typed;
    },
    () => undefined,
  );
  await program.parseAsync(words, { from: 'user' });
  return given;
}

describe('staff command line', () => {
  it('takes words in order and options by name', async () => {
    const input = { guard: 'demo@example.com', licenseNumber: '123456' };
    expect(await typedAs('set-licence', 'demo@example.com', '--licenseNumber=123456')).toMatchObject({ input });
    expect(await typedAs('set-licence', '--guard', 'demo@example.com', '--licenseNumber', '123456')).toMatchObject({ input });
  });

  it('reads a flag, and dates as a list', async () => {
    const words = ['Night watch', '--isTest', '--dates', '2027-03-14,2027-03-15', '--dates', '2027-03-16'];
    expect((await typedAs('post-job', ...words))?.input).toEqual({
      jobTitle: 'Night watch',
      isTest: true,
      dates: ['2027-03-14', '2027-03-15', '2027-03-16'],
    });
  });

  it.each([
    [['approve-guard', 'one', 'two'], "too many arguments for 'approve-guard'"],
    [['approve-guard', 'one', '--reason', 'x'], "unknown option '--reason'"],
    [['list-sos', '--again', 'a-key-of-before'], "unknown option '--again'"],
    [['keys', '--database'], "unknown option '--database'"],
    [['set-licence', 'one', '--licenseNumber'], "option '--licenseNumber <value>' argument missing"],
  ])('refuses %j', async (words, reason) => {
    await expect(typedAs(...words)).rejects.toThrow(reason);
  });

  it('lists every command, and the input of each', () => {
    const program = createProgram(
      async () => undefined,
      () => undefined,
    );
    for (const { name } of commands) expect(program.helpInformation()).toContain(`\n  ${name} `);
    expect(program.commands.find((line) => line.name() === 'post-job')?.helpInformation()).toContain('--hourlyRate <value>');
  });

  it('has a command for every call of staff, except calls for tests', () => {
    const calls = createDomains({ ...testEnv, mode: 'production' }).filter(({ endpoint }) => endpoint.auth === 'staff');
    const commanded = commands.map(({ endpoint }) => endpoint.id);
    expect(calls.map(({ endpoint }) => endpoint.id).filter((id) => !commanded.includes(id))).toEqual([]);
    expect(calls.length).toBeGreaterThan(50);
  });

  it('has no name twice', () => {
    const names = commands.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('calls staff endpoints only', () => {
    expect(commands.map(({ endpoint }) => endpoint.auth)).toEqual(commands.map(() => 'staff'));
  });
});
