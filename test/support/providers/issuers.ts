// Issuers of ID tokens under their own host names. Each serves only a discovery document and keys.
import type { HostRequest } from './network.ts';
import { type HostReaction, type Network, startNetwork } from './network.ts';
import { createSigner, type Signer } from './signer.ts';

export interface Issuers extends Network {
  /** Returns the signer of an issuer. Creates the issuer on first use. */
  at(issuer: string): Signer;
  /** Returns a response that overrides the regular response, or null. */
  instead: (request: HostRequest) => HostReaction | null;
}

const bare = (url: string): string => url.replace(/\/$/, '');

export async function createIssuers(): Promise<Issuers> {
  const signers = new Map<string, Signer>();
  const network = await startNetwork(
    (request) => {
      const other = issuers.instead(request);
      if (other !== null) return other;
      const address = request.url.origin + request.url.pathname;
      for (const [issuer, signer] of signers) {
        const jwks_uri = `${bare(issuer)}/keys`;
        if (address === jwks_uri) return signer.keys();
        if (address === `${bare(issuer)}/.well-known/openid-configuration`) return { body: { issuer, jwks_uri } };
      }
      return { status: 404 };
    },
    { here: true },
  );
  const issuers: Issuers = {
    ...network,
    instead: () => null,
    at(issuer) {
      const known = signers.get(issuer) ?? createSigner(issuer);
      signers.set(issuer, known);
      return known;
    },
  };
  return issuers;
}
