/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createKey } from '@portal/device/sealed';
import { useKey } from './testDevice';
import './queue.test';
import './queue.files.test';
import './queue.kept.test';
import './queue.outcomes.test';
import './queue.survival.test';

// Every test of the queue, on devices that have the guard's key.
beforeAll(async () => useKey(await createKey()));
