type Version = [major: number, minor: number, patch: number];

function parse(text: string): Version | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(text);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null;
}

/** Whether `version` satisfies `range`. The build preset writes only exact versions and caret ranges. */
export function satisfies(version: string, range: string): boolean {
  const given = parse(version);
  const wanted = parse(range.replace('^', ''));
  if (!given || !wanted) return false;
  if (!range.startsWith('^')) return version === range;
  const [major, minor, patch] = wanted;
  if (given[0] !== major) return false;
  // Below 1.0.0 a minor version may break.
  if (major === 0 && given[1] !== minor) return false;
  return given[1] > minor || (given[1] === minor && given[2] >= patch);
}
