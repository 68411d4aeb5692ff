import type { ResponseFile } from '#platform/kernel/http-response.ts';

/** Returns the headers of a file. It is sent as an attachment: its content must not run under our origin. */
export function fileHeaders({ contentType, name }: Omit<ResponseFile, 'content'>): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': attachmentDisposition(name),
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

/** RFC 6266: the name in plain ASCII for old clients, and unchanged for all others. */
function attachmentDisposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
