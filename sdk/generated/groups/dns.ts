// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { dnsGetRecords } from '../funcs/dnsGetRecords.ts';
import { dnsCreateRecord } from '../funcs/dnsCreateRecord.ts';
import { dnsUpdateRecord } from '../funcs/dnsUpdateRecord.ts';
import { dnsRemoveRecord } from '../funcs/dnsRemoveRecord.ts';
import type { CreateRecordRequest, CreateRecordResponseBody, GetRecordsRequest, GetRecordsResponseBody, RemoveRecordRequest, RemoveRecordResponseBody, UpdateRecordRequest, UpdateRecordResponseBody } from '../types/dns.ts';

export class Dns {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the DNS records of a domain, page by page.
   * GET /v5/domains/{domain}/records
   */
  getRecords(request: GetRecordsRequest, options?: CallOptions): CallPromise<GetRecordsResponseBody> {
    return asValue(dnsGetRecords(this.#core, request, options));
  }

  /**
   * Adds a DNS record to a domain.
   * POST /v2/domains/{domain}/records
   */
  createRecord(request: CreateRecordRequest, options?: CallOptions): CallPromise<CreateRecordResponseBody> {
    return asValue(dnsCreateRecord(this.#core, request, options));
  }

  /**
   * Changes a DNS record.
   * PATCH /v1/domains/records/{recordId}
   */
  updateRecord(request: UpdateRecordRequest, options?: CallOptions): CallPromise<UpdateRecordResponseBody> {
    return asValue(dnsUpdateRecord(this.#core, request, options));
  }

  /**
   * Deletes a DNS record of a domain.
   * DELETE /v2/domains/{domain}/records/{recordId}
   */
  removeRecord(request: RemoveRecordRequest, options?: CallOptions): CallPromise<RemoveRecordResponseBody> {
    return asValue(dnsRemoveRecord(this.#core, request, options));
  }
}
