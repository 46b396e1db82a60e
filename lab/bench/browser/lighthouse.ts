import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';
import { chromiumArgs, chromiumPath } from '../../../tools/chromium.mjs';
import { freePort } from '../../../tools/dev-portal/preconditions.mjs';
import type { Phone } from './phone';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];
export const presets = { mobile: undefined, desktop: desktopConfig } as const;
export type Preset = keyof typeof presets;

export interface LighthouseScores {
  /** 0 to 100. */
  score: Record<Category, number>;
  /** Titles of the audits that cost points, by category. */
  lost: Record<Category, string[]>;
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  runtimeError?: { message: string };
}

function scoresOf({ categories: judged, audits, runtimeError }: Report): LighthouseScores {
  if (runtimeError) throw new Error(runtimeError.message);
  const each = categories.map((category) => {
    const { score, auditRefs } = judged[category] ?? { score: null, auditRefs: [] };
    if (score === null) throw new Error(`Lighthouse gave no score for ${category}`);
    const lost = auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim());
    return { category, score: Math.round(score * 100), lost };
  });
  const by = <Value>(value: (one: (typeof each)[number]) => Value) =>
    Object.fromEntries(each.map((one) => [one.category, value(one)])) as Record<Category, Value>;
  return { score: by(({ score }) => score), lost: by(({ lost }) => lost) };
}

/** Lighthouse sometimes misses the start of a page's load, and asks for another run. */
const MISSED = /Please run Lighthouse again/;

/** Replaces Lighthouse's default slowdown of 4, which assumes another machine. */
const slowedFor = (preset: Preset, { rate }: Phone) =>
  preset === 'mobile' ? { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: rate } } : {};

async function reportOf(url: string, preset: Preset, phone: Phone): Promise<Report> {
  const port = await freePort();
  const alone = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs, ...alone] });
  try {
    const run = await lighthouse(
      url,
      { port, logLevel: 'error', onlyCategories: [...categories], ...slowedFor(preset, phone) },
      presets[preset],
    );
    if (!run) throw new Error(`Lighthouse gave no report for ${url}`);
    return run.lhr as unknown as Report;
  } finally {
    await browser.close();
  }
}

/** Lighthouse's scores of a page, in a fresh Chromium that can reach only this machine; `mobile` uses the phone's slowdown. */
export async function audit(url: string, preset: Preset, phone: Phone): Promise<LighthouseScores> {
  const first = await reportOf(url, preset, phone);
  return scoresOf(MISSED.test(first.runtimeError?.message ?? '') ? await reportOf(url, preset, phone) : first);
}
