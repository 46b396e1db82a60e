import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@portal/testing/temporaryFolder';

const folder = temporaryFolder('containers');
/** Podman asks for a million open files, which only a process with CAP_SYS_RESOURCE gets. */
const MAXIMUM = { files: 1_048_576, processes: 4_096 };

/** The settings of podman for this process and for the monitors of its containers, which restart them. */
function configuration(): string {
  const hard = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const files = Math.min(Number(hard) || MAXIMUM.files, MAXIMUM.files);
  const limits = `["nofile=${files}:${files}","nproc=${MAXIMUM.processes}:${MAXIMUM.processes}"]`;
  const file = join(folder, 'containers.conf');
  // runc, because crun refuses a machine with both versions of cgroups.
  writeFileSync(file, `[containers]\ndefault_ulimits=${limits}\n[engine]\nruntime="runc"\n`);
  return file;
}

// The format of Docker keeps the health checks of images.
const env = { ...process.env, CONTAINERS_CONF: configuration(), BUILDAH_FORMAT: 'docker' };
const execute = promisify(execFile);

/** Runs a command; resolves with its output. An error has the end of what the command wrote. */
export async function run(command: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(command, args, { env, maxBuffer: 64 * 2 ** 20 })).stdout.trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args[0]} failed: ${`${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n')}`);
  }
}

export const podman = (...args: string[]): Promise<string> => run('podman', ...args);

export const succeeds = (...args: string[]): Promise<boolean> =>
  podman(...args).then(
    () => true,
    () => false,
  );
