import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BASE, fullPath, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { sosPagePath } from '@portal/contracts/shifts/shifts.sos';
import { RENDERER_FILE } from '@portal/mf-kit/renderer';
import Fastify from 'fastify';
import { parse } from 'yaml';
import { publish } from '../delivery/src/commands/publish';
import { noDevServers } from '../delivery/src/host/dev';
import { serveFiles } from '../delivery/src/host/module-files';
import { fakeBuild, newContext, noiseText } from '../delivery/test/fixtures';
import { listEndpoints } from './lint/declared-contracts';

const read = (file) => readFileSync(join(__dirname, '../docker', file), 'utf8');
const conf = read('nginx.conf');
const locations = [...conf.matchAll(/^ *location ([^{]+) \{([^}]*)\}/gm)].map(([, name, body]) => [name, body]);

it('nginx.conf has the locations that these tests read', () => {
  expect(locations.map(([name]) => name)).toEqual(expect.arrayContaining(['/', '/modules/', '= /registry/events']));
});

// In a location, its own proxy_set_header lines replace all inherited ones.
const own = locations.filter(([, body]) => body.includes('proxy_set_header'));
const [, around] = /^ *# Every other location inherits these\.\n([^{]*)\blocation\b/m.exec(conf) ?? [null, ''];
it.each([['what locations inherit', around], ...own])('%s forwards address, scheme and name to the host', (_name, body) => {
  for (const header of [
    'Host $http_host',
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-Proto $client_scheme',
    'X-Forwarded-Host $http_host',
  ])
    expect(body).toContain(`proxy_set_header ${header};`);
});

it('nginx proves itself to the API, and replaces every other field in which a client could claim an address', () => {
  expect(conf).toContain("map $http_baggage $call_baggage { default $http_baggage; ~*(owner|%) ''; }");
  for (const header of ['Baggage $call_baggage', 'X-Portal-Host $host_secret', "Forwarded ''", "X-Real-IP ''"])
    expect(around).toContain(`proxy_set_header ${header};`);
});

it.each([
  ['/v1/e-note', '60s'],
  ['/v1/jobs', '15s'],
  ['/v1/sos', '15s'],
  ['/staff/v1/guards', null],
  ['/socket.io/', null],
])(
  'nginx sends %s to the API without a portal host, answers its failures in the form of the API, and waits %s at most',
  (path, silence) => {
    const [, body] = locations.find(([name]) => name.startsWith('~ ') && new RegExp(name.slice(2)).test(path));
    expect(body).toContain('proxy_pass http://$apis;');
    if (silence) expect(body).toContain(`proxy_read_timeout ${silence};`);
    for (const page of ['413 = @too_large', '429 = @crowded', '502 = @away', '504 = @late']) expect(body).toContain(`error_page ${page};`);
  },
);

it('[PAGEDIFF-01] nginx compresses no reply of a portal host, and changes no field about dictionaries', () => {
  expect(conf).not.toMatch(/^ *(gzip|brotli) on;/m);
  expect(conf).not.toMatch(/proxy_set_header (Accept-Encoding|Available-Dictionary)|proxy_hide_header|proxy_cache /i);
});

describe('a request that a host answers with 503', () => {
  const asksAnother = locations.filter(([, body]) => body.includes('proxy_next_upstream'));

  it('is repeated at another host for pages only, and never for calls that may have written', () => {
    expect(asksAnother.map(([name]) => name)).toEqual(['/']);
    expect(asksAnother[0]?.[1]).toContain('proxy_next_upstream error timeout http_503;');
    expect(conf.match(/^ *proxy_next_upstream .*$/gm)).toHaveLength(1);
    expect(conf).not.toContain('non_idempotent');
  });

  it.each([`${BASE}/jobs`, `${STAFF_BASE}/guards`, '/socket.io/'])('%s of the API is sent to one API only', (path) => {
    const own = locations.find(([name]) => name.startsWith('~ ') && new RegExp(name.slice(2)).test(path));
    expect(own?.[1]).toContain('proxy_pass http://$apis;');
  });

  it('is repeated for ten seconds at most, so that a silent API does not double the load of another', () => {
    expect(conf).toContain('\n  proxy_next_upstream_timeout 10s;\n');
  });
});

describe('request bodies', () => {
  const largest = (body) => /client_max_body_size (\S+);/.exec(body)?.[1] ?? '256k';
  const published = conf.slice(conf.indexOf('listen 8080;'), conf.indexOf('listen 8081;'));

  it('nginx streams bodies in every location, and buffers no reply in a file', () => {
    expect(conf.match(/^ *proxy_request_buffering .*$/gm)).toEqual(['  proxy_request_buffering off;']);
    expect(conf).toContain('\n  proxy_max_temp_file_size 0;\n');
    expect(conf.match(/proxy_http_version 1\.1;/g)).toHaveLength(3);
  });

  it('calls without files have the limit of JSON, and calls with files have the limit of all files', async () => {
    expect(conf).toContain('\n  client_max_body_size 256k;\n');
    const calls = (await listEndpoints()).filter((endpoint) => fullPath(endpoint).startsWith(`${BASE}/`));
    const files = `${limits.uploadBytes / 1024 / 1024 + 2}m`;
    const uploads = new Set(calls.filter(({ body }) => body === 'multipart').map(fullPath));
    expect(uploads.size).toBeGreaterThan(5);
    for (const path of new Set(calls.map(fullPath))) {
      const asked = path.replace(/:\w+/g, 'f0c1');
      const [, body = ''] = locations.find(([name]) => name.startsWith('~ ') && new RegExp(name.slice(2)).test(asked)) ?? [];
      expect([path, largest(body)]).toEqual([path, uploads.has(path) ? files : '256k']);
    }
  });

  it('nginx refuses an unknown transfer coding as host and API do, from a location that closes the connection', () => {
    expect(published).toContain('error_page 501 = @refused;');
    const [, refused] = locations.find(([name]) => name === '@refused');
    expect(refused).toContain('keepalive_timeout 0;');
    expect(refused).toContain('return 400 \'{"code":400,');
  });

  it('nginx limits open requests per address, separately for streams, SOS and other calls, and replies in the form of the API', () => {
    expect(published).toContain('\n    limit_conn calls 600;\n');
    const limited = locations
      .filter(([, body]) => body.includes('limit_conn'))
      .map(([name, body]) => [name, /limit_conn ([^;]+);/.exec(body)[1]]);
    expect(limited).toEqual([
      ['= /registry/events', 'streams 600'],
      ['~ ^/v1/sos(/|$)', 'sos 200'],
      ['~ ^/socket\\.io/', 'streams 600'],
    ]);
    expect(conf.match(/limit_conn_zone \$client_network zone=\w+:10m;/g)).toHaveLength(3);
    expect(published.match(/error_page 429 = @crowded;/g)).toHaveLength(6);
    const [, crowded] = locations.find(([name]) => name === '@crowded');
    expect(crowded).toContain('return 429 \'{"code":429,');
  });

  it('an SOS, its state and the links of dispatch share the limit of SOS requests', async () => {
    const [first] = locations.filter(([name]) => name.startsWith('~ ') && new RegExp(name.slice(2)).test('/v1/sos'));
    const pattern = new RegExp(first[0].slice(2));
    const calls = (await listEndpoints()).map(fullPath).filter((path) => path.startsWith(`${BASE}/`));
    expect([...new Set([...calls, sosPagePath])].filter((path) => pattern.test(path)).sort()).toEqual([
      '/v1/sos',
      '/v1/sos/:sosId',
      '/v1/sos/links/:token',
    ]);
  });
});

describe('a path with dot segments', () => {
  const [, source] = /map \$request_uri \$has_dot_segments \{ default ''; ~\*(\S+) 1; \}/.exec(conf) ?? [];
  const pattern = new RegExp(source, 'i');

  it.each(['/v1/../staff/v1/x', '/v1/%2e%2e/x', '/v1/..%5cx', '/socket.io/../v1/sos/x', '/v1/%2E./x', '/..', '/v1/x/..?a=b'])(
    'is refused: %s',
    (path) => {
      expect(path).toMatch(pattern);
      expect(conf).toContain('if ($has_dot_segments) { return 421; }');
      expect(conf).toContain('error_page 421 = @refused;');
    },
  );

  it.each(['/v1/a%20b?c=../d', '/v1/a..b', '/v1/...', '/modules/mf-jobs/1.0.0/a..js'])('does not include %s', (path) => {
    expect(path).not.toMatch(pattern);
  });
});

describe('names of hosts and APIs', () => {
  it('nginx resolves names while it serves: each proxy_pass has a variable, and no upstream block contains an address', () => {
    const passes = conf.match(/proxy_pass [^;]+;/g);
    expect(new Set(passes)).toEqual(new Set(['proxy_pass http://$hosts;', 'proxy_pass http://$apis;']));
    expect(conf).not.toMatch(/^ *upstream /m);
  });

  it('names are aliases that compose gives to both containers, and PORTAL_RESOLVER names the DNS server', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    const having = (alias) => Object.keys(services).filter((name) => services[name].networks?.default.aliases.includes(alias));
    expect(having('hosts')).toEqual(['host-1', 'host-2']);
    expect(having('apis')).toEqual(['api-1', 'api-2']);
    expect(conf).toContain("map '' $hosts { default hosts:8080; }");
    expect(conf).toContain("map '' $apis { default apis:8081; }");
    expect(conf).toContain('include /run/nginx/resolver.conf;');
    expect(read('nginx.Dockerfile')).toMatch(/resolver \$\{PORTAL_RESOLVER:-127\.0\.0\.11\} valid=2s ipv6=off;/);
    expect(services.nginx.environment).toHaveProperty('PORTAL_RESOLVER');
    expect(services.nginx.depends_on).toBeUndefined();
  });
});

it('nginx logs no requests, because addresses and links with access rights would be in the log', () => {
  expect(conf.match(/^.*\b(?:access|error)_log\b.*$/gm)).toEqual(['  access_log off;']);
  expect(read('nginx.Dockerfile')).toContain('error_log stderr crit;');
});

describe('a file in the folder of modules', () => {
  const [, body] = /^ *map \$uri \$public_file \{\n([^}]*)^ *\}/m.exec(conf) ?? [null, ''];
  const lines = [...body.matchAll(/^ *~(\*?)(\S+) (\S+);$/gm)].map(([, isAnyCase, pattern, value]) => ({
    pattern: new RegExp(pattern, isAnyCase ? 'i' : ''),
    value,
  }));
  /** True if nginx looks for a file. The first matching line of the map decides. */
  const looksFor = (address) => lines.find(({ pattern }) => pattern.test(address))?.value === '$uri';

  /** Addresses of all files that publishing and pruning leave there, with the host's status for each. */
  async function asked() {
    const context = newContext();
    const { store, data } = context;
    const publisher = { by: 'ana', why: 'a test', token: null };
    for (const version of ['1.0.0', '1.1.0-beta.1']) {
      const contents = {
        [RENDERER_FILE]: '/* renders */',
        'assets/font.woff2': 'a font',
        'assets/br/logo.svg': '<svg/>',
        'assets/app.11111111.js': noiseText(1),
      };
      await publish(context, fakeBuild({ name: 'mf-jobs', version, renderer: RENDERER_FILE, contents }), {}, publisher);
    }
    await publish(context, fakeBuild({ name: 'mf-jobs', version: '0.9.0' }), {}, publisher);
    await store.hide('mf-jobs', '0.9.0');
    const app = Fastify();
    serveFiles(app, { store, live: { current: () => null }, devServers: noDevServers });
    const entries = readdirSync(join(data, 'modules'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const addresses = entries.map((entry) => `/${relative(data, join(entry.parentPath, entry.name))}`);
    return Promise.all(addresses.map(async (address) => [address, (await app.inject(address)).statusCode]));
  }

  it('nginx serves a file itself if the host would, and proxies all others to the host', async () => {
    const statuses = await asked();
    const refused = statuses.filter(([, status]) => status === 404).map(([address]) => address.replace('/modules/mf-jobs/', ''));
    expect(refused).toEqual(
      expect.arrayContaining([
        '1.0.0/published.json',
        '1.0.0/provenance.json',
        '1.0.0/sbom.json',
        `1.0.0/${RENDERER_FILE}`,
        '1.0.0/remoteEntry.js.br',
        '1.0.0/module.json.gz',
        '0.9.0~aside/module.json',
        '1.1.0-beta.1/dictionaries.json',
        expect.stringMatching(/^1\.1\.0-beta\.1\/assets\/app\.11111111\.js\.[0-9a-f]{16}\.dcz$/),
      ]),
    );
    expect(statuses.map(([address]) => [address, looksFor(address)])).toEqual(
      statuses.map(([address, status]) => [address, status === 200]),
    );
  });

  it('nginx serves no file outside the versions', () => {
    const others = [
      'notes.txt',
      'mf-jobs/notes.txt',
      '_mf-jobs/1.0.0/screen.js',
      'mf-jobs/.1.0.0.77.5.1/screen.js',
      'mf-jobs/1.0.0/.git/x.js',
    ];
    expect(others.filter((other) => looksFor(`/modules/${other}`))).toEqual([]);
    expect(looksFor('/modules/mf-jobs/1.0.0/screen.js')).toBe(true);
  });

  it('nginx looks for files by that map alone', () => {
    const [, served] = locations.find(([name]) => name === '/modules/');
    expect(served).toContain('try_files $public_file @hosts;');
  });
});

describe('the secret for the API', () => {
  function written(secret) {
    const { PORTAL_HOST_SECRET: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync('sh', [join(__dirname, '../docker/api-secret.sh')], {
      env: { ...env, ...(secret !== undefined && { PORTAL_HOST_SECRET: secret }) },
      encoding: 'utf8',
      timeout: 10_000,
    });
    return { status, stdout, stderr };
  }

  it.each(['q9+/_-.~=abcdefgh', '0123456789abcdef'])('is written for nginx: %s', (secret) => {
    expect(written(secret)).toEqual({ status: 0, stdout: `geo $host_secret { default "${secret}"; }\n`, stderr: '' });
  });

  it('is written with quotation marks, backslashes and dollar signs, which nginx reads as they are', () => {
    expect(written(String.raw`a"; } $x {\ with more`).stdout).toBe(
      `${String.raw`geo $host_secret { default "a\"; } $x {\\ with more"; }`}\n`,
    );
  });

  it.each([undefined, '', 'fifteen-letters'])('refuses %j, because the API would', (secret) => {
    expect(written(secret)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/at least 16 characters/) });
  });

  it.each(['sixteen\nletters-', 'sixteen\tletters-', 'sixteen-létters-'])('refuses characters that no header can carry: %j', (secret) => {
    expect(written(secret)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/no header can carry/) });
  });

  it('is written at the start of the container, which fails if the setting is invalid', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    expect(services.nginx.environment.PORTAL_HOST_SECRET).toMatch(/^\$\{PORTAL_HOST_SECRET/);
    expect(read('nginx.Dockerfile')).toContain('sh /etc/nginx/api-secret.sh > /run/nginx/api-secret.conf && exec nginx ');
    expect(conf).toContain('include /run/nginx/api-secret.conf;');
  });
});

describe('the list of TLS proxies', () => {
  function written(setting) {
    const { PORTAL_TLS_PROXIES: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync('sh', [join(__dirname, '../docker/tls-proxies.sh')], {
      env: { ...env, ...(setting !== undefined && { PORTAL_TLS_PROXIES: setting }) },
      encoding: 'utf8',
      timeout: 10_000,
    });
    return { status, stdout, stderr };
  }

  it.each([undefined, '', ' , '])('is empty when the setting is %j', (setting) => {
    const stdout = 'geo $realip_remote_addr $is_tls_proxy {\n  default 0;\n}\n';
    expect(written(setting)).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('contains the networks of the setting, separated by commas, spaces and newlines', () => {
    const { status, stdout, stderr } = written('10.0.7.0/24, 192.0.2.7\n2001:db8::/32 ::1,fe80:1:2:3:4:5:6:7');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'geo $realip_remote_addr $is_tls_proxy {',
      '  default 0;',
      '  10.0.7.0/24 1;',
      '  192.0.2.7 1;',
      '  2001:db8::/32 1;',
      '  ::1 1;',
      '  fe80:1:2:3:4:5:6:7 1;',
      '}',
      'set_real_ip_from 10.0.7.0/24;',
      'set_real_ip_from 192.0.2.7;',
      'set_real_ip_from 2001:db8::/32;',
      'set_real_ip_from ::1;',
      'set_real_ip_from fe80:1:2:3:4:5:6:7;',
      '',
    ]);
  });

  const noNetwork = 'no address and no network such as 10.0.0.0/24';
  it.each([
    ...['balancer', 'default', 'unix:', '10.0.0', '10.0.0.256', '10.0.0.01', '10.0.0.0/33', '10.0.0.1/8/8', '10.0.0.1/', '/8', '10.0.0.1;'],
    ...[':', ':::', '1::2::3', '12345::', '::1/129', '1:2:3:4:5:6:7', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:', '1:2:3:4:5:6:7::'],
  ])('rejects %s with one line on stderr, and writes nothing', (bad) => {
    const stderr = `PORTAL_TLS_PROXIES names ${bad}, which is ${noNetwork}\n`;
    expect(written(`10.0.7.0/24 ${bad} 192.0.2.7`)).toEqual({ status: 1, stdout: '', stderr });
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/00'])('rejects %s because it contains all addresses', (all) => {
    const stderr = `PORTAL_TLS_PROXIES names ${all}, which is everybody: name what ends TLS\n`;
    expect(written(all)).toEqual({ status: 1, stdout: '', stderr });
  });

  it('is written from the setting at the start of the container, which fails if the setting is invalid', () => {
    expect(read('compose.yaml')).toMatch(/^ {2}nginx:\n(?: {4}.*\n)*? {4}environment:\n {6}PORTAL_TLS_PROXIES:$/m);
    expect(read('nginx.Dockerfile')).toContain('COPY nginx.conf tls-proxies.sh api-secret.sh /etc/nginx/\n');
    expect(read('nginx.Dockerfile')).toContain('sh /etc/nginx/tls-proxies.sh > /run/nginx/tls-proxies.conf && ');
    expect(conf).toContain('include /run/nginx/tls-proxies.conf;');
  });
});
