import { PassThrough } from 'node:stream';
import { site } from '@portal/contracts/_kernel/site';
import type { ComponentType, ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ModuleRoot } from './ModuleRoot';
import { PORTAL_VERSION, type Portal } from './portal';

const nothing = () => undefined;
const refused = () => Promise.reject(new Error('Not while prerendering'));
const unused = () => nothing;

/** A portal for the build: no session, no effects. Screens render what a first visitor sees. */
const still: Portal = {
  version: PORTAL_VERSION,
  config: { ...site, mapsKey: null },
  session: {
    current: () => null,
    subscribe: unused,
    begin: nothing,
    update: nothing,
    logout: refused,
    rememberJob: nothing,
    rememberedJob: () => null,
    signInWith: refused,
    canSignInWith: () => false,
    deviceToken: refused,
  },
  navigate: nothing,
  title: nothing,
  toast: nothing,
  announce: nothing,
  confirm: refused,
  write: refused,
  dirty: unused,
  changed: nothing,
  onChanged: unused,
  lastPosition: () => null,
  position: refused,
  now: () => new Date(),
  maps: refused,
  telemetry: nothing,
};

/**
 * Renders `path` of a module at build time to the HTML that `lifecycles` hydrates: `export const prerender = prerenderer(Screens)`.
 * Waits for lazy screens. Rejects when a screen throws.
 */
export const prerenderer =
  (Screens: ComponentType) =>
  (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const At = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
      const sink = new PassThrough();
      const parts: Buffer[] = [];
      sink.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts).toString()));
      const { pipe } = renderToPipeableStream(<ModuleRoot portal={still} router={At} Screens={Screens} />, {
        onAllReady: () => pipe(sink),
        onError: reject,
        // One piece: a boundary that is sent later comes as an inline script, which the page's policy refuses.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
      });
    });
