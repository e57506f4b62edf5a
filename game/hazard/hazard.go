// Package hazard finds the ways in which a shell command can do harm.
//
// It reads the command as a shell would, so that words in a comment or a commit message are not taken for commands, and
// commands behind sudo, xargs or bash -c are. What it finds is a hint for somebody who decides: a command in which it finds
// nothing is not safe.
package hazard

import (
	"slices"

	"dango/prefs/lang"
)

// Found is a part of a command, in bytes, and the harm that it can do.
type Found struct {
	From, To int
	Why      lang.Text
}

// What is read is bounded, in bytes and in calls of programs: more than any agent runs, less than would hold up the picture.
const (
	most      = 100_000
	mostCalls = 2_000
)

// Find gives what it finds in a command that would run in folder cwd, the worst first. A part lies in no other that is worse.
// whole is false when there is more of the command than it reads.
func Find(command, cwd string) (all []Found, whole bool) {
	whole = len(command) <= most
	if !whole {
		command = command[:most]
	}
	r := &reader{command: command, dir: cwd, home: homeOf(cwd), cwd: cwd}
	r.read(command, place{}, 0)
	slices.SortStableFunc(r.found, func(a, b Found) int { return worth(a.Why) - worth(b.Why) })
	for _, f := range r.found {
		if !slices.ContainsFunc(all, func(a Found) bool { return f.From >= a.From && f.To <= a.To }) {
			all = append(all, f)
		}
	}
	return all, whole && r.calls <= mostCalls
}

// worst are the reasons in the order in which they are told.
var worst = []lang.Text{
	deletesFolders, deletesFiles, deletesFound, fromNetwork, unreadable, overwritesHistory, deletesBranch, deletesRepository, losesChanges,
	deletesUnknown, deletesUnmerged, asAdministrator, openToAll, changesRights, overDisk, overFile, formatsDisk, forkBomb,
	stopsMachine, endsPrograms, dropsData, takesDown, takesOff, prunesContainers, publishes, writesHome, writesSystem, outside,
	deletesJobs, touchesKeys, skipsChecks,
}

func worth(why lang.Text) int { return slices.Index(worst, why) }

const (
	deletesFolders    lang.Text = "deletes folders with all that is in them"
	deletesFiles      lang.Text = "deletes files without asking"
	deletesFound      lang.Text = "deletes every file that it finds"
	fromNetwork       lang.Text = "runs a program straight from the network"
	unreadable        lang.Text = "runs commands that cannot be read here"
	overwritesHistory lang.Text = "overwrites history on the remote"
	deletesBranch     lang.Text = "deletes a branch on the remote"
	deletesRepository lang.Text = "deletes a whole repository"
	losesChanges      lang.Text = "throws away changes that are not committed"
	deletesUnknown    lang.Text = "deletes files that git does not know"
	deletesUnmerged   lang.Text = "deletes a branch that may not be merged"
	asAdministrator   lang.Text = "runs as the administrator"
	openToAll         lang.Text = "lets everybody read and change files"
	changesRights     lang.Text = "changes the rights of a whole folder"
	overDisk          lang.Text = "writes over a disk"
	overFile          lang.Text = "writes over a disk or a file, byte by byte"
	formatsDisk       lang.Text = "formats or repartitions a disk"
	forkBomb          lang.Text = "starts processes until the machine stands still"
	stopsMachine      lang.Text = "stops the machine"
	endsPrograms      lang.Text = "ends programs by their name"
	dropsData         lang.Text = "deletes data from a database"
	takesDown         lang.Text = "changes or takes down what runs"
	takesOff          lang.Text = "takes down what runs"
	prunesContainers  lang.Text = "deletes images, volumes or containers"
	publishes         lang.Text = "publishes a package"
	writesHome        lang.Text = "writes to a settings file in your home"
	writesSystem      lang.Text = "writes to the system"
	outside           lang.Text = "changes files outside the session's folder"
	deletesJobs       lang.Text = "deletes all scheduled jobs"
	touchesKeys       lang.Text = "touches your keys or passwords"
	skipsChecks       lang.Text = "skips checks"
)
