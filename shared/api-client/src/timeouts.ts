import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { bytesOf } from '@portal/contracts/_kernel/files';

const CALL_MS = 20_000;
const UPLOAD_MS = 120_000;
/** A slow phone at 160 kbit/s. */
const BYTES_A_MS = 20;
/** Neither the host nor the API waits longer for a body. */
const LONGEST_MS = 600_000;

/** How long an answer is waited for: files take their time. */
export const timeoutMs = ({ body }: Pick<Endpoint, 'body'>, input: unknown): number =>
  body === 'multipart' ? Math.min(LONGEST_MS, UPLOAD_MS + bytesOf(input) / BYTES_A_MS) : CALL_MS;
