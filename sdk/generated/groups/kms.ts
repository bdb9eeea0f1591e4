// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { kmsListKmsIssuers } from '../funcs/kmsListKmsIssuers.ts';
import { kmsCreateKmsIssuer } from '../funcs/kmsCreateKmsIssuer.ts';
import { kmsSignKmsMessage } from '../funcs/kmsSignKmsMessage.ts';
import { kmsSignKmsToken } from '../funcs/kmsSignKmsToken.ts';
import { kmsCreateKmsSigningKey } from '../funcs/kmsCreateKmsSigningKey.ts';
import { kmsActivateKmsSigningKey } from '../funcs/kmsActivateKmsSigningKey.ts';
import { kmsRevokeKmsSigningKey } from '../funcs/kmsRevokeKmsSigningKey.ts';
import { kmsGetKmsIssuer } from '../funcs/kmsGetKmsIssuer.ts';
import { kmsUpdateKmsIssuer } from '../funcs/kmsUpdateKmsIssuer.ts';
import { kmsDeleteKmsIssuer } from '../funcs/kmsDeleteKmsIssuer.ts';
import { kmsCreateKmsIssuerPolicy } from '../funcs/kmsCreateKmsIssuerPolicy.ts';
import { kmsUpdateKmsIssuerPolicy } from '../funcs/kmsUpdateKmsIssuerPolicy.ts';
import { kmsDeleteKmsIssuerPolicy } from '../funcs/kmsDeleteKmsIssuerPolicy.ts';
import type { ActivateKmsSigningKeyRequest, ActivateKmsSigningKeyResponseBody, CreateKmsIssuerPolicyRequest, CreateKmsIssuerPolicyResponseBody, CreateKmsIssuerRequest, CreateKmsIssuerResponseBody, CreateKmsSigningKeyRequest, CreateKmsSigningKeyResponseBody, DeleteKmsIssuerPolicyRequest, DeleteKmsIssuerPolicyResponseBody, DeleteKmsIssuerRequest, DeleteKmsIssuerResponseBody, GetKmsIssuerRequest, GetKmsIssuerResponseBody, ListKmsIssuersRequest, ListKmsIssuersResponseBody, RevokeKmsSigningKeyRequest, RevokeKmsSigningKeyResponseBody, SignKmsMessageRequest, SignKmsMessageResponseBody, SignKmsTokenRequest, SignKmsTokenResponseBody, UpdateKmsIssuerPolicyRequest, UpdateKmsIssuerPolicyResponseBody, UpdateKmsIssuerRequest, UpdateKmsIssuerResponseBody } from '../types/kms.ts';

export class Kms {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the issuers of the key service: whose keys sign tokens and messages.
   * GET /v1/kms/issuers
   */
  listKmsIssuers(request?: ListKmsIssuersRequest, options?: CallOptions): CallPromise<ListKmsIssuersResponseBody> {
    return asValue(kmsListKmsIssuers(this.#core, request, options));
  }

  /**
   * Creates an issuer in the key service, with its first signing key.
   * POST /v1/kms/issuers
   */
  createKmsIssuer(request?: CreateKmsIssuerRequest, options?: CallOptions): CallPromise<CreateKmsIssuerResponseBody> {
    return asValue(kmsCreateKmsIssuer(this.#core, request, options));
  }

  /**
   * Signs a message with the active key of an issuer; the private key never leaves the service.
   * POST /v1/kms/issuers/{issuerId}/sign/message
   */
  signKmsMessage(request: SignKmsMessageRequest, options?: CallOptions): CallPromise<SignKmsMessageResponseBody> {
    return asValue(kmsSignKmsMessage(this.#core, request, options));
  }

  /**
   * Signs a JSON Web Token (JWT) with the active key of an issuer.
   * POST /v1/kms/issuers/{issuerId}/sign/token
   */
  signKmsToken(request: SignKmsTokenRequest, options?: CallOptions): CallPromise<SignKmsTokenResponseBody> {
    return asValue(kmsSignKmsToken(this.#core, request, options));
  }

  /**
   * Creates or imports a signing key: the start of a key rotation.
   * POST /v1/kms/issuers/{issuerId}/keys
   */
  createKmsSigningKey(request: CreateKmsSigningKeyRequest, options?: CallOptions): CallPromise<CreateKmsSigningKeyResponseBody> {
    return asValue(kmsCreateKmsSigningKey(this.#core, request, options));
  }

  /**
   * Makes a signing key the one an issuer signs with: the second step of a key rotation.
   * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate
   */
  activateKmsSigningKey(request: ActivateKmsSigningKeyRequest, options?: CallOptions): CallPromise<ActivateKmsSigningKeyResponseBody> {
    return asValue(kmsActivateKmsSigningKey(this.#core, request, options));
  }

  /**
   * Revokes a signing key; signatures made with it are no longer to be trusted.
   * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke
   */
  revokeKmsSigningKey(request: RevokeKmsSigningKeyRequest, options?: CallOptions): CallPromise<RevokeKmsSigningKeyResponseBody> {
    return asValue(kmsRevokeKmsSigningKey(this.#core, request, options));
  }

  /**
   * Reads one issuer of the key service with its keys and policies.
   * GET /v1/kms/issuers/{issuerId}
   */
  getKmsIssuer(request: GetKmsIssuerRequest, options?: CallOptions): CallPromise<GetKmsIssuerResponseBody> {
    return asValue(kmsGetKmsIssuer(this.#core, request, options));
  }

  /**
   * Changes an issuer of the key service: its name or the claims its tokens may carry.
   * PATCH /v1/kms/issuers/{issuerId}
   */
  updateKmsIssuer(request: UpdateKmsIssuerRequest, options?: CallOptions): CallPromise<UpdateKmsIssuerResponseBody> {
    return asValue(kmsUpdateKmsIssuer(this.#core, request, options));
  }

  /**
   * Deletes an issuer of the key service with its keys.
   * DELETE /v1/kms/issuers/{issuerId}
   */
  deleteKmsIssuer(request: DeleteKmsIssuerRequest, options?: CallOptions): CallPromise<DeleteKmsIssuerResponseBody> {
    return asValue(kmsDeleteKmsIssuer(this.#core, request, options));
  }

  /**
   * Lets a project or an OAuth client sign with an issuer's keys.
   * POST /v1/kms/issuers/{issuerId}/policies
   */
  createKmsIssuerPolicy(request: CreateKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<CreateKmsIssuerPolicyResponseBody> {
    return asValue(kmsCreateKmsIssuerPolicy(this.#core, request, options));
  }

  /**
   * Changes in which environments and with which claims a project may sign with an issuer.
   * PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
   */
  updateKmsIssuerPolicy(request: UpdateKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<UpdateKmsIssuerPolicyResponseBody> {
    return asValue(kmsUpdateKmsIssuerPolicy(this.#core, request, options));
  }

  /**
   * Stops letting a project or an OAuth client sign with an issuer's keys.
   * DELETE /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
   */
  deleteKmsIssuerPolicy(request: DeleteKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<DeleteKmsIssuerPolicyResponseBody> {
    return asValue(kmsDeleteKmsIssuerPolicy(this.#core, request, options));
  }
}
