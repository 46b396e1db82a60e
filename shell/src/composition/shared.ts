import * as Router from '@portal/mf-kit/router';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import * as SingleSpa from 'single-spa';

/** Versions that remotes' ranges are checked against; the libraries do not all export theirs. */
const versions = { react: React.version, singleSpa: '6.0.3', router: '7.18.5' };

const give = (version: string, library: unknown) => ({
  version,
  lib: () => library,
  strategy: 'loaded-first' as const,
  shareConfig: { singleton: true, eager: true, requiredVersion: `^${version}` },
});

/** The libraries that exist once in a page; remotes bundle none of them. */
export const shared = {
  react: give(versions.react, React),
  'react-dom': give(versions.react, ReactDOM),
  'react-dom/client': give(versions.react, ReactDOMClient),
  'react/jsx-runtime': give(versions.react, JsxRuntime),
  'single-spa': give(versions.singleSpa, SingleSpa),
  'react-router-dom': give(versions.router, Router),
};
