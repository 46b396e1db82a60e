import { type Group, scriptsOfRemotes } from './compiledAtOnce';

const group = (files: string[], children: Group[] = []): Group => ({ getFiles: () => files, getChildren: () => children });

it('finds the scripts of remotes, also later ones, without those that the shell loads for itself', () => {
  const library = group(['yup.js']);
  const screen = group(['search.js', 'shared.js', 'search.css'], [library]);
  const remote = group(['mf-jobs.js', 'mf-jobs.css'], [screen]);
  const shell = group(['shell.js'], [remote, library, group(['outbox.js'])]);
  expect(scriptsOfRemotes(shell, [remote]).sort()).toEqual(['mf-jobs.js', 'search.js', 'shared.js']);
});

it('ends for groups that load each other', () => {
  const children: Group[] = [];
  const remote = group(['mf-jobs.js'], children);
  children.push(remote);
  expect(scriptsOfRemotes(group(['shell.js'], [remote]), [remote])).toEqual(['mf-jobs.js']);
});
