import { atTestEnd } from './testEnd';

/** Gives the page a browser with passkeys until the test ends. `answer` is the authenticator's result for every request. */
export function mockPasskeys(answer: () => Promise<Record<string, unknown>>): void {
  class FakeCredential {
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    constructor(private readonly json: Record<string, unknown>) {}
    toJSON = () => this.json;
  }
  const respond = async () => new FakeCredential(await answer());
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: FakeCredential, configurable: true, writable: true });
  Object.defineProperty(navigator, 'credentials', { value: { get: respond, create: respond }, configurable: true });
  atTestEnd(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
}
