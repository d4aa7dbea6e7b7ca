import { isbot } from 'isbot';

/**
 * What people download with: the programs of our own commands and examples (docs/from-code.md). The list of robots has
 * them, since elsewhere they seldom stand for a reader; here an approved person has started them.
 */
const tools =
  /^(?:aria2|curl|gdal|httr2?|julia|libcurl|matlab|mlcroissant|pandas|pooch|powershell|python-(?:httpx|requests|urllib)|python\/\S+ aiohttp|r(?:-curl)?\/|r \(|rclone|wget)/i;

/** Whether a user agent is a robot's, by the list of the package isbot. One that says nothing is a person's. */
export const isRobot = (userAgent: string): boolean => !tools.test(userAgent) && isbot(userAgent);
