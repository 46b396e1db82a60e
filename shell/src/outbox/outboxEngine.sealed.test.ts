/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createKey } from '@portal/device/sealed';
import { useKey } from './outbox.fixture';
import './outboxEngine.sending.test';
import './outboxEngine.attachments.test';
import './outboxEngine.entries.test';
import './outboxEngine.results.test';
import './outboxEngine.recovery.test';

// Each test of the engine, on devices with the guard's key.
beforeAll(async () => useKey(await createKey()));
