/** What came back from a server. */
export interface BrowserResponse {
  readonly status: number;
  readonly location: string;
  readonly body: Readonly<Record<string, string | boolean | undefined>>;
  /** The body as it was sent. */
  readonly text: string;
}

export type Form = Readonly<Record<string, string>>;

/** A browser as far as a server can tell: it keeps cookies and follows nobody on its own. */
export interface RigBrowser {
  open(port: number, path: string): Promise<BrowserResponse>;
  /** Sends the form of a page. */
  submit(port: number, path: string, form: Form): Promise<BrowserResponse>;
  /** The same cookies in other hands; what one of the two learns from now on, the other does not. */
  copy(): RigBrowser;
}

export function createRigBrowser(known: ReadonlyMap<string, string> = new Map()): RigBrowser {
  const cookies = new Map(known);
  const visit = async (port: number, path: string, init: RequestInit = {}): Promise<BrowserResponse> => {
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
    return answerFrom(response);
  };
  return {
    open: (port, path) => visit(port, path),
    submit: (port, path, form) => visit(port, path, { method: 'POST', body: new URLSearchParams(form) }),
    copy: () => createRigBrowser(cookies),
  };
}

/** Reads an answer to its end. */
export async function answerFrom(response: Response): Promise<BrowserResponse> {
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    body: text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
    text,
  };
}

/** The sign-in that a browser is sent to, if it is sent to one. */
export function signInAt(location: string): string | undefined {
  return /\/interaction\/([^/?]+)$/.exec(location)?.[1];
}

/** The code that a browser carries back to the client, if it does. */
export function codeAt(location: string): string | undefined {
  return URL.parse(location)?.searchParams.get('code') ?? undefined;
}
