import { INSPECT, NO_OVERRIDE, OVERRIDE } from '@portal/mf-kit/override';
import { Button } from '@portal/ui/Button';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { Dialog } from '@portal/ui/Dialog';
import { KeyValue, type KeyValueItem } from '@portal/ui/KeyValue';
import { sizeText } from '@portal/ui/sizeText';
import { Tabs } from '@portal/ui/Tabs';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { arrivalText, type FileArrival } from './fileArrivals';
import styles from './InspectPanel.module.css';
import type { InspectParts } from './inspectParts';
import { stepText, type TraceStep } from './loadTrace';
import { canaryText, minuteText, type OtherVersion, type PageError, readVersions, reasonText } from './moduleReport';
import { type ModuleDetails, type PageReading, readModule, readPage } from './readPage';
import type { SharedChoice } from './sharedChoices';

const UNKNOWN = 'unknown';
/** The values of the candidates' parameter (`delivery/src/host/candidates.ts`). */
const REVISION = 'revision';
const LIVE = 'live';

/** Requests this page with other versions. The portal host answers with the cookie of that set, and the panel opens again. */
function requestVersions(values: Readonly<Record<string, string>>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries({ ...values, [INSPECT]: '' })) url.searchParams.set(name, value);
  window.location.assign(url.href);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A table, or a sentence in its place. */
function Rows<Row>({
  rows,
  none,
  ...table
}: {
  rows: readonly Row[];
  none: string;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
}) {
  return rows.length > 0 ? <DataTable rows={rows} {...table} className={styles.table} /> : <p className={styles.none}>{none}</p>;
}

const fileColumns: readonly Column<FileArrival>[] = [
  { key: 'file', header: 'File', isRowHeader: true, render: ({ file }) => file },
  { key: 'arrival', header: 'How it came', render: ({ arrival }) => arrivalText(arrival) },
  {
    key: 'wire',
    header: 'On the wire',
    align: 'end',
    render: ({ arrival, wire }) => (arrival === 'page' ? 'part of the page' : wire === null ? UNKNOWN : `${wire} B`),
  },
  { key: 'size', header: 'Size', align: 'end', render: ({ size }) => (size === null ? UNKNOWN : sizeText(size)) },
  {
    key: 'ms',
    header: 'Time',
    align: 'end',
    render: ({ arrival, ms }) => (arrival === 'page' ? 'none' : ms === null ? UNKNOWN : `${ms} ms`),
  },
];

const traceColumns: readonly Column<TraceStep>[] = [
  { key: 'step', header: 'Phase', isRowHeader: true, render: ({ step }) => stepText(step) },
  { key: 'version', header: 'Version', render: ({ version }) => version },
  { key: 'at', header: 'Began after', align: 'end', render: ({ at }) => `${at} ms` },
  { key: 'ms', header: 'Duration', align: 'end', render: ({ ms }) => (ms === null ? 'still running' : `${ms} ms`) },
];

const sharedColumns: readonly Column<SharedChoice>[] = [
  { key: 'library', header: 'Library', isRowHeader: true, render: ({ library }) => library },
  { key: 'range', header: 'Asked for', render: ({ range }) => range },
  { key: 'version', header: 'Got', render: ({ version, from }) => (version === null ? from : `${version}, from the ${from}`) },
  { key: 'why', header: 'Why', render: ({ why }) => why },
];

const offeredColumns: readonly Column<ModuleDetails['offered'][number]>[] = [
  { key: 'library', header: 'Library', isRowHeader: true, render: ({ library }) => library },
  { key: 'versions', header: 'Offered', render: ({ versions }) => versions },
  {
    key: 'askedBy',
    header: 'Asked for by',
    render: ({ askedBy }) => (askedBy.length > 0 ? askedBy.join(', ') : 'no module that runs now'),
  },
];

const errorColumns: readonly Column<PageError>[] = [
  { key: 'message', header: 'Error', isRowHeader: true, render: ({ message, event }) => message || event },
  { key: 'event', header: 'Event', render: ({ event }) => event },
  { key: 'origin', header: 'Module', render: ({ origin }) => origin },
  { key: 'at', header: 'At', render: ({ at }) => `${at.slice(11, 19)} UTC` },
];

const candidateButton = ({ version, candidate }: OtherVersion) =>
  candidate === null ? (
    'none'
  ) : (
    <Button small variant="secondary" onClick={() => requestVersions({ [REVISION]: candidate })}>
      {`Run ${version}`}
    </Button>
  );

const versionColumns: readonly Column<OtherVersion>[] = [
  { key: 'version', header: 'Version', isRowHeader: true, render: ({ version }) => version },
  { key: 'state', header: 'State', render: ({ state }) => state },
  { key: 'published', header: 'Published', render: ({ published }) => published },
  { key: 'act', header: 'In this browser', render: candidateButton },
];

/** The sum of the known bytes on the wire, and the number of files for each way. */
function arrivalSummary(arrivals: readonly FileArrival[]): string {
  const wire = arrivals.reduce((sum, { wire: one }) => sum + (one ?? 0), 0);
  const hidden = arrivals.filter(({ arrival, wire: one }) => arrival !== 'page' && one === null).length;
  const count = arrivals.length === 1 ? '1 file' : `${arrivals.length} files`;
  const bytes = wire === 0 ? 'nothing' : sizeText(wire);
  return `${count}, ${bytes} on the wire${hidden > 0 ? `; the bytes of ${hidden} are unknown` : ''}.`;
}

function versionItems({ reading, manifest }: ModuleDetails): KeyValueItem[] {
  const { running, entry } = reading;
  return [
    { label: 'Version', value: running ?? `none on this screen (${entry.version} would run)` },
    { label: 'Why this version', value: reasonText(reading) },
    { label: 'Activated by', value: `${entry.by}, ${minuteText(entry.at)}` },
    { label: 'Reason', value: entry.why },
    { label: 'Owner', value: manifest?.owner ?? 'Unknown: its build names no owner.' },
    { label: 'Commit', value: manifest?.commit.slice(0, 12) ?? UNKNOWN },
    { label: 'Last good version', value: entry.lastGood?.version ?? 'none' },
  ];
}

function ModulePanel({ page, details, isShell }: { page: PageReading; details: ModuleDetails; isShell: boolean }) {
  const { reading, seal, arrivals, trace, shared, offered, failure } = details;
  const changes = page.facts?.changes[reading.name] ?? [];
  return (
    <>
      <Section title="Version">
        <KeyValue className={styles.facts} items={versionItems(details)} />
      </Section>
      <Section title="Other versions">
        <Rows
          rows={readVersions(reading)}
          none="None."
          caption="Versions of this module"
          columns={versionColumns}
          rowKey={({ version }) => version}
        />
        {isShell ? null : <p className={styles.none}>A candidate is a complete set, so other modules may change too.</p>}
      </Section>
      <Section title="Signature and freshness">
        <KeyValue
          className={styles.facts}
          items={[
            { label: 'Revision', value: page.revision },
            { label: 'Signature', value: page.signature },
            { label: 'Files', value: seal },
            { label: 'Freshness', value: page.freshness },
          ]}
        />
      </Section>
      <Section title="Canary draw">
        <p className={styles.none}>{isShell ? 'The shell has no canary.' : canaryText(reading)}</p>
      </Section>
      <Section title="Last failure">
        {failure ? (
          <KeyValue
            className={styles.facts}
            items={[
              { label: 'Counts against', value: failure.attribution },
              { label: 'Error', value: failure.message || UNKNOWN },
              { label: 'Version', value: failure.version },
              { label: 'At', value: `${failure.at.slice(11, 19)} UTC` },
            ]}
          />
        ) : (
          <p className={styles.none}>None in this page.</p>
        )}
      </Section>
      <Section title="Load trace">
        <Rows
          rows={trace}
          none={isShell ? 'Unknown: the shell starts before it can measure itself.' : 'This module was not loaded in this page.'}
          caption="Load trace by phase"
          columns={traceColumns}
          rowKey={({ step, version, at }) => `${step} ${version} ${at}`}
        />
      </Section>
      <Section title="Shared libraries">
        {isShell ? (
          <Rows
            rows={offered}
            none="None."
            caption="Libraries that the shell offers"
            columns={offeredColumns}
            rowKey={({ library }) => library}
          />
        ) : (
          <Rows
            rows={shared}
            none="Unknown without its module.json."
            caption="Shared libraries"
            columns={sharedColumns}
            rowKey={({ library }) => library}
          />
        )}
      </Section>
      <Section title="Files">
        <p className={styles.none}>{arrivalSummary(arrivals)}</p>
        {page.isEntryListFull ? <p className={styles.none}>The browser’s list of downloads is full, so later files are unknown.</p> : null}
        <Rows rows={arrivals} none="None in this page." caption="Files of this module" columns={fileColumns} rowKey={({ file }) => file} />
      </Section>
      <Section title="Changes">
        <Rows
          rows={changes}
          none={page.facts ? 'None.' : `Unknown. ${page.factsProblem ?? ''}`}
          caption="The newest changes of this module"
          columns={[
            { key: 'what', header: 'Change', isRowHeader: true, render: ({ what }) => what },
            { key: 'by', header: 'By', render: ({ by }) => by },
            { key: 'why', header: 'Reason', render: ({ why }) => why },
            { key: 'at', header: 'At', render: ({ at, revision }) => `${minuteText(at)}, revision ${revision}` },
          ]}
          rowKey={({ revision }) => String(revision)}
        />
      </Section>
    </>
  );
}

const pageItems = ({ path, owner, facts, factsProblem }: PageReading): KeyValueItem[] => [
  { label: 'This page', value: `${path}, of ${owner ?? 'no module'}` },
  {
    label: 'In this browser',
    value: facts ? (facts.candidate ? `Candidate ${facts.candidate}` : 'The active versions') : `Unknown. ${factsProblem ?? ''}`,
  },
  ...(facts?.until ? [{ label: 'This panel', value: `Allowed by a signed link until ${minuteText(facts.until)}` }] : []),
];

const READ_AGAIN_MS = 500;

/** The dialog. It reads the page when it opens, while the selected module loads, when another module is selected, and at "Read again". */
export function InspectPanel({ parts, onClose }: { parts: InspectParts; onClose: () => void }) {
  const [page, setPage] = useState<PageReading | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [details, setDetails] = useState<ModuleDetails | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again in each round
  useEffect(() => {
    let isOver = false;
    void readPage(parts).then((read) => {
      if (isOver) return;
      setPage(read);
      setSelected((before) => before ?? read.owner ?? 'shell');
    });
    return () => {
      isOver = true;
    };
  }, [parts, round]);

  useEffect(() => {
    if (!page || !selected) return;
    let isOver = false;
    void readModule(parts, selected, page.facts).then((read) => {
      if (!isOver) setDetails(read);
    });
    return () => {
      isOver = true;
    };
  }, [parts, page, selected]);

  const isRead = details !== null && details.reading.name === selected;
  const isLoading = isRead && details.reading.running === null && Boolean(details.reading.state?.attempt);
  // The page opens the panel before its modules have started.
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setRound(round + 1), READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isLoading, round]);
  return (
    <Dialog open onClose={onClose} title="Why this version?" wide className={styles.dialog}>
      <div className={styles.top}>
        <p role="status" className={styles.none}>
          {page ? `Read at ${page.at.slice(11, 19)} UTC.` : 'Reading this page…'}
        </p>
        <Button small variant="secondary" onClick={() => setRound(round + 1)}>
          Read again
        </Button>
        {page?.isPreview ? (
          <Button small variant="primary" onClick={() => requestVersions({ [REVISION]: LIVE, [OVERRIDE]: NO_OVERRIDE })}>
            Back to the active versions
          </Button>
        ) : null}
      </div>
      {page && selected ? (
        <>
          <KeyValue className={styles.facts} items={pageItems(page)} />
          <Section title={`Errors of this page: ${page.errors.length}`}>
            <Rows
              rows={page.errors}
              none="None since this page was opened."
              caption="Errors of this page"
              columns={errorColumns}
              rowKey={({ at, event, message }) => `${at} ${event} ${message}`}
            />
          </Section>
          <Tabs label="Modules" tabs={page.names.map((name) => ({ id: name, label: name }))} selected={selected} onSelect={setSelected}>
            {isRead ? (
              <ModulePanel page={page} details={details} isShell={selected === 'shell'} />
            ) : (
              <p className={styles.none}>Reading {selected}…</p>
            )}
          </Tabs>
        </>
      ) : null}
    </Dialog>
  );
}
