import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import type { linkLogin, unlinkLogin } from '../contract/me.ts';
import type { getPicture, setHintPicture, setProfilePicture } from '../contract/users.ts';
import type { GetPicture } from '../operations/profile/get-picture.ts';
import type { LinkLogin } from '../operations/profile/link-login.ts';
import type { SetPicture } from '../operations/profile/set-picture.ts';
import type { UnlinkLogin } from '../operations/profile/unlink-login.ts';
import type { Picture } from '../ports/pictures.ts';
import { toVersion } from './if-match.ts';

const pictureCacheSeconds = 86_400;

export function toLinkLogin({ body }: RequestOf<typeof linkLogin>): LinkLogin {
  return {
    provider: body.provider,
    code: body.code,
    codeVerifier: body['code-verifier'],
    nonce: body.nonce,
    redirectUri: body['redirect-uri'],
  };
}

export function toUnlinkLogin({ params, query }: RequestOf<typeof unlinkLogin>): UnlinkLogin {
  return { login: params.login, provider: query.provider };
}

export function toSetPicture(
  kind: SetPicture['kind'],
): (request: RequestOf<typeof setProfilePicture> | RequestOf<typeof setHintPicture>) => SetPicture {
  return ({ body, headers, params }) => ({
    kind,
    username: params.username,
    pictureUrl: body['picture-url'],
    ifMatch: toVersion(headers),
  });
}

export function toPictureName({ params }: RequestOf<typeof getPicture>): GetPicture {
  return { bankId: params.bank, pictureId: params['picture-id'] };
}

export function toPictureResponse({ bytes, contentType }: Picture): ResponseOf<typeof getPicture> {
  return {
    status: 200,
    file: {
      contentType,
      name: contentType === 'image/png' ? 'picture.png' : 'picture.jpg',
      content: bytes,
    },
    headers: { 'cache-control': `private, max-age=${pictureCacheSeconds}` },
  };
}
