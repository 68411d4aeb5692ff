/** A response of a server. */
export interface BrowserResponse {
  readonly status: number;
  readonly location: string;
  readonly body: Readonly<Record<string, string | boolean | undefined>>;
  /** The unparsed body. */
  readonly text: string;
}

export type Form = Readonly<Record<string, string>>;

/** A browser for tests: it stores cookies and follows no redirect. */
export interface HarnessBrowser {
  open(port: number, path: string): Promise<BrowserResponse>;
  /** Submits the form of a page. */
  submit(port: number, path: string, form: Form): Promise<BrowserResponse>;
  /** Returns a browser with a copy of the cookies; later cookies are not shared. */
  copy(): HarnessBrowser;
}

export function createHarnessBrowser(known: ReadonlyMap<string, string> = new Map()): HarnessBrowser {
  const cookies = new Map(known);
  const request = async (port: number, path: string, init: RequestInit = {}): Promise<BrowserResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return responseFrom(response);
  };
  return {
    open: (port, path) => request(port, path),
    submit: (port, path, form) => request(port, path, { method: 'POST', body: new URLSearchParams(form) }),
    copy: () => createHarnessBrowser(cookies),
  };
}

/** Reads a response completely. */
export async function responseFrom(response: Response): Promise<BrowserResponse> {
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    body: text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
    text,
  };
}

/** Returns the id of the sign-in in a redirect, if any. */
export function signInAt(location: string): string | undefined {
  return /\/interaction\/([^/?]+)$/.exec(location)?.[1];
}

/** Returns the code in a redirect to the client, if any. */
export function codeAt(location: string): string | undefined {
  return URL.parse(location)?.searchParams.get('code') ?? undefined;
}
