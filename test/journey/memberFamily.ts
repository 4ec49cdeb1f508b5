import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import { joinFamily, PASSWORD, type Person, register } from './people';

/** A family whose members reach the server as their apps do, and one of whom uses a browser. */
export interface MemberFamily {
  readonly id: string;
  /** All but the person with the browser, connected; the first made the family. */
  readonly members: readonly [MemberClient, ...MemberClient[]];
}

/** Registers the person and the members, who join the family that the first makes. The person ends on the map. */
export async function createMemberFamily(
  origin: string,
  person: Person,
  names: readonly string[],
): Promise<MemberFamily> {
  await register(person);
  const registered = names.map(async (name, index) => {
    const member = new MemberClient(origin);
    await member.register({ name, email: `member${index}@example.si`, password: PASSWORD });
    return member;
  });
  const members = (await Promise.all(registered)) as [MemberClient, ...MemberClient[]];
  const [first, ...others] = members;
  const { id } = await first.createFamily('The Marins');
  const code = (await first.families())[0]?.inviteCode ?? '';
  for (const member of others) await member.joinFamily(code);
  await joinFamily(person, code);
  await Promise.all(members.map((member) => member.connect()));
  return { id, members };
}

/** Shares a number at which the family can call the member. */
export const sharePhone = (member: MemberClient): Promise<unknown> =>
  member.call(routes.updateUser, {
    params: { id: member.user.id },
    body: { phone: '+386 40 111 222', sharesPhone: true },
  });
