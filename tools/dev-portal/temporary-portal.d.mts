interface Environment {
  PORTAL_URL: string;
  STAFF_TOKEN: string | null;
  PORTAL_DATA: string;
  API_URL: string;
}
export function withTemporaryPortal<T>(
  name: string,
  use: (environment: Environment) => Promise<T>,
  env?: Record<string, string>,
): Promise<T>;
