import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const conf = readFileSync(join(__dirname, '../docker/nginx.conf'), 'utf8');
const locations = [...conf.matchAll(/^ *location ([^{]+) \{([^}]*)\}/gm)].map(([, name, body]) => [name, body]);

it('has locations to look at', () => {
  expect(locations.map(([name]) => name)).toEqual(expect.arrayContaining(['/', '/modules/', '= /registry/events']));
});

// What a location sets takes the place of all that stands around it.
it.each(locations.filter(([, body]) => body.includes('proxy_set_header')))('%s tells the host for whom it asks', (_name, body) => {
  for (const header of ['Host $http_host', 'X-Forwarded-For $remote_addr', 'X-Forwarded-Proto $scheme'])
    expect(body).toContain(`proxy_set_header ${header};`);
});

it('keeps no line of who asked for what: addresses and links that open something would stand in it', () => {
  expect(conf.match(/^.*\b(?:access|error)_log\b.*$/gm)).toEqual(['  access_log off;']);
  expect(readFileSync(join(__dirname, '../docker/nginx.Dockerfile'), 'utf8')).toContain('error_log stderr crit;');
});
