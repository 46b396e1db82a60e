import * as Router from '@portal/mf-kit/router';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import * as SingleSpa from 'single-spa';

/** Not every library exports its version. */
const versions = { react: React.version, singleSpa: '6.0.3', router: '7.18.5', yup: '1.7.1', moment: '2.31.0' };

/** webpack's share scope: library, version, loader. */
export type ShareScope = Record<
  string,
  Record<string, { get: () => (() => unknown) | Promise<() => unknown>; from: string; eager: boolean; loaded: 1 }>
>;

const eager = (version: string, library: unknown): ShareScope[string] => ({
  [version]: { get: () => () => library, from: 'shell', eager: true, loaded: 1 },
});

/** Loaded at its first use. A remote uses its own copy if its range does not include this version. */
const lazy = (version: string, load: () => Promise<unknown>): ShareScope[string] => ({
  [version]: { get: () => load().then((library) => () => library), from: 'shell', eager: false, loaded: 1 },
});

/** The libraries that the modules of a page share. */
export const shareScope: ShareScope = {
  react: eager(versions.react, React),
  'react-dom': eager(versions.react, ReactDOM),
  'react-dom/client': eager(versions.react, ReactDOMClient),
  'react/jsx-runtime': eager(versions.react, JsxRuntime),
  'single-spa': eager(versions.singleSpa, SingleSpa),
  'react-router-dom': eager(versions.router, Router),
  yup: lazy(versions.yup, () => import(/* webpackChunkName: "yup" */ 'yup')),
  moment: lazy(versions.moment, () => import(/* webpackChunkName: "moment" */ 'moment')),
};
