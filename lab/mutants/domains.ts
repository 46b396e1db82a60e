const contracts = 'shared/contracts/src';
const api = 'api/src/domains';
const inside = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`);

export interface Part {
  project: 'web' | 'api';
  mutate: readonly string[];
  tests: readonly string[];
}

/**
 * The files that `npm run lab -- mutants` mutates, by domain, and the tests that run against them. A part runs in one project of the suite: rules and
 * screen logic in `web`, database code in `api`. Survivors of the first part run against the tests of the second. Endpoint declarations, routes and
 * drawings are excluded.
 */
const parts = {
  leave: [
    {
      project: 'web',
      mutate: [`${contracts}/leave/leave.rules.ts`, 'mf-jobs/src/features/leave/leave.queries.ts'],
      tests: [
        `${contracts}/leave/leave.rules.test.ts`,
        ...inside('mf-jobs/src/features/leave', ['ApplyLeaveModal.test.tsx', 'LeavePart.test.tsx']),
      ],
    },
    { project: 'api', mutate: inside(`${api}/leave`, ['leave.service.ts', 'leave.repository.ts']), tests: [`${api}/leave/leave.test.ts`] },
  ],
  pay: [
    {
      project: 'web',
      mutate: [`${contracts}/jobs/jobs.pay.ts`, `${contracts}/shifts/shifts.figures.ts`],
      tests: [
        `${contracts}/jobs/jobs.pay.test.ts`,
        `${contracts}/shifts/shifts.figures.test.ts`,
        'mf-jobs/src/features/jobs/estimate/estimate.test.tsx',
      ],
    },
    {
      project: 'api',
      mutate: [
        ...inside(`${api}/shifts`, ['event-time.ts', 'staff-close.service.ts', 'work-shift.service.ts', 'work-shift.repository.ts']),
        ...inside(`${api}/earnings`, ['earnings.service.ts', 'earnings.repository.ts']),
      ],
      tests: [
        ...inside(`${api}/shifts`, [
          'event-time.test.ts',
          'staff-close.test.ts',
          'times.test.ts',
          'transitions.test.ts',
          'work-shift.test.ts',
        ]),
        ...inside(`${api}/earnings`, ['earnings.test.ts', 'reports.test.ts', 'statements.test.ts']),
      ],
    },
  ],
  applications: [
    {
      project: 'web',
      mutate: [`${contracts}/applications/applications.rules.ts`, 'mf-jobs/src/features/applications/applications.queries.ts'],
      tests: [
        `${contracts}/applications/applications.rules.test.ts`,
        'mf-jobs/src/features/applications/CancelModal.test.tsx',
        ...inside('mf-jobs/src/features/jobs', ['all/MyApplications.test.tsx', 'page/ApplyPanel.test.tsx', 'page/JobPageScreen.test.tsx']),
      ],
    },
    {
      project: 'api',
      mutate: inside(`${api}/applications`, ['applications.service.ts', 'award.service.ts', 'applications.repository.ts']),
      tests: inside(`${api}/applications`, ['applications.test.ts', 'awarding.test.ts', 'award.test.ts', 'revoked-award.test.ts']),
    },
  ],
  session: [
    {
      project: 'web',
      mutate: [
        ...inside('shell/src/session', ['session.ts', 'sessionStore.ts', 'sessionRefresh.ts', 'logout.ts']),
        ...inside('shell/src/tabs', ['leaderTab.ts', 'lockOwnerProbe.ts', 'exclusiveRun.ts', 'broadcast.ts']),
      ],
      tests: [
        ...inside('shell/src/session', [
          'sessionRefresh.test.ts',
          'logout.files.test.ts',
          'logout.test.ts',
          'session.guards.test.ts',
          'session.test.ts',
          'sessionStore.https.test.ts',
          'sessionStore.test.ts',
        ]),
        ...inside('shell/src/tabs', ['lockOwnerProbe.test.ts', 'leaderTab.test.ts', 'broadcast.test.ts', 'exclusiveRun.test.ts']),
      ],
    },
  ],
  slot: [
    {
      project: 'web',
      mutate: [...inside('shell/src/modules/host', ['hostReducer.ts', 'hostEffects.ts', 'versionSelection.ts', 'deadlines.ts'])],
      tests: [
        ...inside('shell/src/modules/host', [
          'hostReducer.test.ts',
          'moduleHost.lifecycle.test.ts',
          'moduleHost.fallback.test.ts',
          'moduleHost.hydration.test.ts',
          'moduleHost.generation.test.ts',
          'moduleHost.crash.test.ts',
          'moduleHost.paths.test.ts',
          'moduleHost.navigation.test.ts',
          'moduleHost.quarantine.test.ts',
          'moduleHost.replacement.test.ts',
          'versionSelection.test.ts',
          'deadlines.test.ts',
        ]),
      ],
    },
  ],
  outbox: [
    {
      project: 'web',
      mutate: [
        ...inside('shell/src/outbox', ['entryStore.ts', 'outbox.ts', 'outboxEngine.ts', 'outboxMachine.ts', 'entryRules.ts', 'writer.ts']),
      ],
      tests: [
        ...inside('shell/src/outbox', [
          'attachments.test.ts',
          'directWrites.test.ts',
          'outbox.test.ts',
          'outbox.order.test.ts',
          'outbox.loading.test.ts',
          'outboxEngine.sending.test.ts',
          'outboxEngine.attachments.test.ts',
          'outboxEngine.entries.test.ts',
          'outboxEngine.results.test.ts',
          'outboxEngine.sealed.test.ts',
          'outboxEngine.recovery.test.ts',
          'outboxEngine.reads.test.ts',
          'outboxMachine.test.ts',
          'outboxEngine.tabs.test.ts',
          'entryRules.test.ts',
          'writer.test.ts',
        ]),
      ],
    },
  ],
  chat: [
    {
      project: 'web',
      mutate: [
        `${contracts}/chat/chat.rules.ts`,
        ...inside('mf-communication/src/features/chat', [
          'chat.state.ts',
          'chat.text.ts',
          'chat.receipts.ts',
          'chat.api.ts',
          'chat.store.ts',
          'safeLinks.ts',
        ]),
      ],
      tests: [
        `${contracts}/chat/chat.rules.test.ts`,
        ...inside('mf-communication/src/features/chat', [
          'ChatScreen.test.tsx',
          'chat.receipts.test.ts',
          'chat.api.test.ts',
          'chat.state.test.ts',
          'chat.store.test.ts',
          'chat.changes.test.ts',
          'chat.text.test.ts',
          'safeLinks.test.ts',
          'room/RoomPane.test.tsx',
          'rooms/RoomList.test.tsx',
        ]),
      ],
    },
    {
      project: 'api',
      mutate: [
        ...inside(`${api}/chat`, ['chat.service.ts', 'members.service.ts', 'chat.columns.ts']),
        'api/src/jobs/alert-unread-chat.job.ts',
      ],
      tests: [
        ...inside(`${api}/chat`, ['chat.test.ts', 'chat.authorization.test.ts', 'messages.test.ts', 'members.test.ts']),
        'api/src/jobs/alert-unread-chat.test.ts',
      ],
    },
  ],
  withdrawals: [
    {
      project: 'web',
      mutate: [`${contracts}/earnings/earnings.rules.ts`, 'mf-account/src/features/earnings/withdraw/filter.ts'],
      tests: [`${contracts}/earnings/earnings.rules.test.ts`, 'mf-account/src/features/earnings/withdraw/filter.test.ts'],
    },
    {
      project: 'api',
      mutate: inside(`${api}/earnings`, ['withdrawals.service.ts', 'withdrawals.repository.ts']),
      tests: [`${api}/earnings/withdrawals.test.ts`],
    },
  ],
  bank: [
    {
      project: 'web',
      mutate: [`${contracts}/guards/guards.bank.ts`, 'mf-account/src/features/guards/account/bank.queries.ts'],
      tests: [`${contracts}/guards/guards.bank.test.ts`, 'mf-account/src/features/guards/account/MyAccountScreen.test.tsx'],
    },
    {
      project: 'api',
      mutate: [...inside(`${api}/bank`, ['bank.service.ts', 'bank.repository.ts']), 'api/src/platform/identity/keyring.ts'],
      tests: [`${api}/bank/bank.test.ts`, 'api/src/platform/identity/keyring.test.ts'],
    },
  ],
} satisfies Record<string, readonly Part[]>;

export type Domain = keyof typeof parts;
export const domains: Readonly<Record<Domain, readonly Part[]>> = parts;
