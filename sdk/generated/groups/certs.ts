// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { certsGetCertById } from '../funcs/certsGetCertById.ts';
import { certsRemoveCert } from '../funcs/certsRemoveCert.ts';
import { certsGetCerts } from '../funcs/certsGetCerts.ts';
import { certsIssueCert } from '../funcs/certsIssueCert.ts';
import { certsUploadCert } from '../funcs/certsUploadCert.ts';
import type { GetCertByIdRequest, GetCertByIdResponseBody, GetCertsRequest, GetCertsResponseBody, IssueCertRequest, IssueCertResponseBody, RemoveCertRequest, RemoveCertResponseBody, UploadCertRequest, UploadCertResponseBody } from '../types/certs.ts';

export class Certs {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads one certificate.
   * GET /v8/certs/{id}
   */
  getCertById(request: GetCertByIdRequest, options?: CallOptions): CallPromise<GetCertByIdResponseBody> {
    return asValue(certsGetCertById(this.#core, request, options));
  }

  /**
   * Deletes one certificate.
   * DELETE /v8/certs/{id}
   */
  removeCert(request: RemoveCertRequest, options?: CallOptions): CallPromise<RemoveCertResponseBody> {
    return asValue(certsRemoveCert(this.#core, request, options));
  }

  /**
   * Lists the TLS certificates of the account or team.
   * GET /v8/certs
   */
  getCerts(request?: GetCertsRequest, options?: CallOptions): CallPromise<GetCertsResponseBody> {
    return asValue(certsGetCerts(this.#core, request, options));
  }

  /**
   * Orders a certificate for the given host names.
   * POST /v8/certs
   */
  issueCert(request?: IssueCertRequest, options?: CallOptions): CallPromise<IssueCertResponseBody> {
    return asValue(certsIssueCert(this.#core, request, options));
  }

  /**
   * Uploads a certificate of your own with its private key and chain.
   * PUT /v8/certs
   */
  uploadCert(request?: UploadCertRequest, options?: CallOptions): CallPromise<UploadCertResponseBody> {
    return asValue(certsUploadCert(this.#core, request, options));
  }
}
