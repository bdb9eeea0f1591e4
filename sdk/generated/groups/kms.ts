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
   * List kms issuers (GET /kms/issuers).
   * GET /v1/kms/issuers
   */
  listKmsIssuers(request?: ListKmsIssuersRequest, options?: CallOptions): CallPromise<ListKmsIssuersResponseBody> {
    return asValue(kmsListKmsIssuers(this.#core, request, options));
  }

  /**
   * Create kms issuer (POST /kms/issuers).
   * POST /v1/kms/issuers
   */
  createKmsIssuer(request?: CreateKmsIssuerRequest, options?: CallOptions): CallPromise<CreateKmsIssuerResponseBody> {
    return asValue(kmsCreateKmsIssuer(this.#core, request, options));
  }

  /**
   * Sign kms message (POST /kms/issuers/{issuerId}/sign/message).
   * POST /v1/kms/issuers/{issuerId}/sign/message
   */
  signKmsMessage(request: SignKmsMessageRequest, options?: CallOptions): CallPromise<SignKmsMessageResponseBody> {
    return asValue(kmsSignKmsMessage(this.#core, request, options));
  }

  /**
   * Sign kms token (POST /kms/issuers/{issuerId}/sign/token).
   * POST /v1/kms/issuers/{issuerId}/sign/token
   */
  signKmsToken(request: SignKmsTokenRequest, options?: CallOptions): CallPromise<SignKmsTokenResponseBody> {
    return asValue(kmsSignKmsToken(this.#core, request, options));
  }

  /**
   * Create kms signing key (POST /kms/issuers/{issuerId}/keys).
   * POST /v1/kms/issuers/{issuerId}/keys
   */
  createKmsSigningKey(request: CreateKmsSigningKeyRequest, options?: CallOptions): CallPromise<CreateKmsSigningKeyResponseBody> {
    return asValue(kmsCreateKmsSigningKey(this.#core, request, options));
  }

  /**
   * Activate kms signing key (POST /kms/issuers/{issuerId}/keys/{keyId}/activate).
   * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate
   */
  activateKmsSigningKey(request: ActivateKmsSigningKeyRequest, options?: CallOptions): CallPromise<ActivateKmsSigningKeyResponseBody> {
    return asValue(kmsActivateKmsSigningKey(this.#core, request, options));
  }

  /**
   * Revoke kms signing key (POST /kms/issuers/{issuerId}/keys/{keyId}/revoke).
   * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke
   */
  revokeKmsSigningKey(request: RevokeKmsSigningKeyRequest, options?: CallOptions): CallPromise<RevokeKmsSigningKeyResponseBody> {
    return asValue(kmsRevokeKmsSigningKey(this.#core, request, options));
  }

  /**
   * Get kms issuer (GET /kms/issuers/{issuerId}).
   * GET /v1/kms/issuers/{issuerId}
   */
  getKmsIssuer(request: GetKmsIssuerRequest, options?: CallOptions): CallPromise<GetKmsIssuerResponseBody> {
    return asValue(kmsGetKmsIssuer(this.#core, request, options));
  }

  /**
   * Update kms issuer (PATCH /kms/issuers/{issuerId}).
   * PATCH /v1/kms/issuers/{issuerId}
   */
  updateKmsIssuer(request: UpdateKmsIssuerRequest, options?: CallOptions): CallPromise<UpdateKmsIssuerResponseBody> {
    return asValue(kmsUpdateKmsIssuer(this.#core, request, options));
  }

  /**
   * Delete kms issuer (DELETE /kms/issuers/{issuerId}).
   * DELETE /v1/kms/issuers/{issuerId}
   */
  deleteKmsIssuer(request: DeleteKmsIssuerRequest, options?: CallOptions): CallPromise<DeleteKmsIssuerResponseBody> {
    return asValue(kmsDeleteKmsIssuer(this.#core, request, options));
  }

  /**
   * Create kms issuer policy (POST /kms/issuers/{issuerId}/policies).
   * POST /v1/kms/issuers/{issuerId}/policies
   */
  createKmsIssuerPolicy(request: CreateKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<CreateKmsIssuerPolicyResponseBody> {
    return asValue(kmsCreateKmsIssuerPolicy(this.#core, request, options));
  }

  /**
   * Update kms issuer policy (PATCH /kms/issuers/{issuerId}/policies/{kind}/{policyKey}).
   * PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
   */
  updateKmsIssuerPolicy(request: UpdateKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<UpdateKmsIssuerPolicyResponseBody> {
    return asValue(kmsUpdateKmsIssuerPolicy(this.#core, request, options));
  }

  /**
   * Delete kms issuer policy (DELETE /kms/issuers/{issuerId}/policies/{kind}/{policyKey}).
   * DELETE /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
   */
  deleteKmsIssuerPolicy(request: DeleteKmsIssuerPolicyRequest, options?: CallOptions): CallPromise<DeleteKmsIssuerPolicyResponseBody> {
    return asValue(kmsDeleteKmsIssuerPolicy(this.#core, request, options));
  }
}
